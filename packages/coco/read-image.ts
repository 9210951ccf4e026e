import {
  CocoEntryError,
  fieldsOf,
  idOf,
  metadataOf,
  textOf,
  valuesOf,
  type MetadataValue,
} from './entry.ts'

/** The supported content of a COCO image. */
export interface ReadImage {
  readonly id: number
  /** The path or name, with forward slashes, composed characters and no './' in front. */
  readonly fileName: string
  /** In pixels; undefined if the document does not state it. */
  readonly size: { readonly width: number; readonly height: number } | undefined
  /** Categories of the image as a whole. */
  readonly categoryIds: readonly number[]
  readonly metadata: Readonly<Record<string, MetadataValue>>
  /** Values by the keys of their fields, not checked yet. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Number of one of the document's licences; undefined if it names none. */
  readonly license: number | undefined
  /** Address where the image was found. */
  readonly url: string | undefined
}

const longestFileName = 1000

/** Reads a COCO image. Throws CocoEntryError on unusable content. */
export function readCocoImage(entry: unknown): ReadImage {
  const fields = fieldsOf(entry, 'image')
  return {
    id: idOf(fields['id'], 'id'),
    fileName: fileNameOf(fields['file_name']),
    size: sizeOf(fields['width'], fields['height']),
    categoryIds: categoryIdsOf(fields['category_ids']),
    metadata: metadataOf(fields['metadata']),
    fields: valuesOf(fields['fields']),
    license: Number.isSafeInteger(fields['license']) ? Number(fields['license']) : undefined,
    url: textOf(fields['coco_url']),
  }
}

function fileNameOf(value: unknown): string {
  if (typeof value !== 'string') throw new CocoEntryError({ kind: 'file_name' })
  const name = value
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
  const isUsable = name !== '' && name.length <= longestFileName && !/\p{Cc}/u.test(name)
  if (!isUsable || !name.isWellFormed()) {
    throw new CocoEntryError({ kind: 'file_name_form', longest: longestFileName })
  }
  if (name.startsWith('/') || name.split('/').includes('..')) {
    throw new CocoEntryError({ kind: 'file_name_outside' })
  }
  return name
}

function sizeOf(width: unknown, height: unknown): ReadImage['size'] {
  if ((width ?? 0) === 0 || (height ?? 0) === 0) return undefined
  if (typeof width === 'number' && typeof height === 'number') return { width, height }
  throw new CocoEntryError({ kind: 'image_size' })
}

function categoryIdsOf(value: unknown): readonly number[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.map((id) => idOf(id, 'category_ids'))
  throw new CocoEntryError({ kind: 'category_ids' })
}
