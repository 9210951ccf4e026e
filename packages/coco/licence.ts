import type { CocoImage, CocoLicense, CocoMetadata } from './document.ts'
import { textOf } from './entry.ts'

/** Metadata keys for an image's source and licence. */
export interface Provenance {
  /** A licence's usual name. */
  readonly licence?: string
  readonly licence_url?: string
  readonly author?: string
  /** Address where the image was found. */
  readonly source?: string
}

/** A document's licences by number. */
export interface LicenceList {
  readonly licenses: readonly CocoLicense[]
  /** The fields of a COCO image for the licence and source in its metadata. */
  readonly fieldsFor: (metadata: CocoMetadata) => Pick<CocoImage, 'license' | 'coco_url'>
}

/** Numbers licences from 1, in the order given. */
export function listLicences(licences: readonly Omit<CocoLicense, 'id'>[]): LicenceList {
  const licenses = licences.map(({ name, url }, index) => ({ id: index + 1, name, url }))
  const ids = new Map(licenses.map(({ id, name, url }) => [keyOf(name, url), id]))
  return {
    licenses,
    fieldsFor({ licence, licence_url: url, source }) {
      const license = ids.get(keyOf(textOf(licence) ?? '', textOf(url) ?? ''))
      const address = textOf(source)
      return {
        ...(license !== undefined && { license }),
        ...(address !== undefined && /^https?:\/\//i.test(address) && { coco_url: address }),
      }
    },
  }
}

function keyOf(name: string, url: string): string {
  return JSON.stringify([name, url])
}

/** A COCO licence; undefined if it has no number or name, as in many files. */
export function readCocoLicence(entry: unknown): CocoLicense | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { id, name, url } = { id: undefined, name: undefined, url: undefined, ...entry }
  const text = textOf(name)
  if (!Number.isSafeInteger(id) || text === undefined) return undefined
  return { id: Number(id), name: text, url: textOf(url) ?? '' }
}

/** Turns `license` and `coco_url` of a COCO image into metadata. */
export function provenanceOf(
  image: { readonly license: number | undefined; readonly url: string | undefined },
  licences: ReadonlyMap<number, CocoLicense>,
): Provenance {
  const licence = image.license === undefined ? undefined : licences.get(image.license)
  return {
    ...(licence !== undefined && { licence: licence.name }),
    ...(licence !== undefined && licence.url !== '' && { licence_url: licence.url }),
    ...(image.url !== undefined && { source: image.url }),
  }
}
