import standard from './dictionary/standard.json' with { type: 'json' }
import { refusal, type Refusal } from './refusal.ts'

/** How an object is kept: as a picture, or as a document that belongs to a study's pictures. */
export type ObjectKind = 'image' | DocumentKind

/** Structured reports, encapsulated PDFs, and segmentations. */
const documentKinds = ['report', 'pdf', 'segmentation'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Media Storage Directory: the class of a DICOMDIR. */
export const mediaStorageDirectory = '1.2.840.10008.1.3.10'

const images: ReadonlySet<string> = new Set(standard.imageClasses)
const names: ReadonlyMap<string, string> = new Map(Object.entries(standard.sopClasses))

/** UIDs of all storage classes of PS3.6. */
export const knownSopClasses: readonly string[] = [...names.keys()]

/** UIDs of kinds, or the common beginning of a family's (PS3.4 table B.5-1). */
const documents: readonly (readonly [DocumentKind, RegExp])[] = [
  ['report', /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.88\./],
  ['pdf', /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.104\.1$/],
  ['segmentation', /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.66\.4$/],
]

/** How objects of a SOP class are kept; undefined if they are not. */
export function kindOf(sopClassUid: string): ObjectKind | undefined {
  return images.has(sopClassUid) ? 'image' : documentKindOf(sopClassUid)
}

/** Like {@link kindOf}, for documents only. */
export function documentKindOf(sopClassUid: string | undefined): DocumentKind | undefined {
  return documents.find(([, uids]) => uids.test(sopClassUid ?? ''))?.[0]
}

/** The name of a SOP class in PS3.6, without 'Storage'; its UID if it is not there. */
export function sopClassName(uid: string | undefined): string {
  return uid === undefined ? 'unknown' : (names.get(uid) ?? uid)
}

/** The refusal of an object that is asked for a picture and has none. */
export function noPicture(sopClassUid: string | undefined): Refusal {
  return refusal({ kind: 'no_picture', sopClass: sopClassName(sopClassUid) })
}
