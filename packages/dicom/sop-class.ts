import standard from './dictionary/standard.json' with { type: 'json' }
import { refusal, type Refusal } from './refusal.ts'

/** What an object is kept as: a picture to look at, or something that belongs to a study's pictures. */
export type ObjectKind = 'image' | DocumentKind

/** Structured reports, encapsulated PDFs, and segmentations. */
const documentKinds = ['report', 'pdf', 'segmentation'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Media Storage Directory: the class of a DICOMDIR. */
export const mediaStorageDirectory = '1.2.840.10008.1.3.10'

const images: ReadonlySet<string> = new Set(standard.imageClasses)
const names: ReadonlyMap<string, string> = new Map(Object.entries(standard.sopClasses))

/** UIDs of kinds, or what those of a family begin with (PS3.4 table B.5-1). */
const documents: readonly (readonly [DocumentKind, RegExp])[] = [
  ['report', /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.88\./],
  ['pdf', /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.104\.1$/],
  ['segmentation', /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.66\.4$/],
]

/** What objects of a SOP class are kept as; undefined for those that are not. */
export function kindOf(sopClassUid: string): ObjectKind | undefined {
  return images.has(sopClassUid) ? 'image' : documentKindOf(sopClassUid)
}

/** The same for what is no image. */
export function documentKindOf(sopClassUid: string | undefined): DocumentKind | undefined {
  return documents.find(([, uids]) => uids.test(sopClassUid ?? ''))?.[0]
}

/** The name of a SOP class as PS3.6 has it, without 'Storage'; its UID where it has none there. */
export function sopClassName(uid: string | undefined): string {
  return uid === undefined ? 'unknown' : (names.get(uid) ?? uid)
}

/** The refusal of an object that is asked for a picture and has none. */
export function noPicture(sopClassUid: string | undefined): Refusal {
  return refusal({ kind: 'no_picture', sopClass: sopClassName(sopClassUid) })
}
