import { createHash } from 'node:crypto'

import { croissantOf } from '#release/croissant'
import { metadataLine } from '#release/table'
import { parts } from '#release/splits'

import type { Db } from '../../platform/database/database.ts'
import type { ZipEntry } from '../../platform/files/zip.ts'
import { imageFormats } from '../../platform/images/format.ts'
import { contents } from './contents.ts'
import { dataSheetOf } from './data-sheet.ts'
import { releasedImages, type FrozenRelease } from './frozen.ts'

interface Digest {
  readonly name: string
  readonly sha256: string
}

/**
 * The files of a release beside its images: contents by choice, a table for each part, the data sheet,
 * Croissant metadata, and the checksums of all.
 */
export async function* describingFiles(
  db: Db,
  release: FrozenRelease,
  leftOut: Parameters<typeof dataSheetOf>[2],
  digests: readonly Digest[],
): AsyncGenerator<ZipEntry> {
  for (const content of release.plan.contents) yield* contents[content].write(db, release)
  for (const part of parts) {
    if (await hasImages(db, release, part)) {
      yield { name: `${part}/metadata.jsonl`, content: metadataOf(db, release, part) }
    }
  }
  const sheet = await dataSheetOf(db, release, leftOut)
  yield { name: 'README.md', content: Buffer.from(sheet) }
  const croissant = `${JSON.stringify(croissantFor(release, digests), null, 2)}\n`
  yield { name: 'croissant.json', content: Buffer.from(croissant) }
  const lines = digests.map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  yield { name: 'sha256sums.txt', content: Buffer.from(lines.join('')) }
}

/** Passes entries on, and adds the SHA-256 of each to the list once it has been read. */
export async function* digested(
  entries: AsyncIterable<ZipEntry>,
  digests: Digest[],
): AsyncGenerator<ZipEntry> {
  for await (const { name, content } of entries) {
    if (Buffer.isBuffer(content)) {
      digests.push({ name, sha256: createHash('sha256').update(content).digest('hex') })
      yield { name, content }
    } else {
      yield { name, content: digestedPieces(content, (sha256) => digests.push({ name, sha256 })) }
    }
  }
}

async function* digestedPieces(
  pieces: AsyncIterable<Buffer>,
  onEnd: (sha256: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
  onEnd(hash.digest('hex'))
}

type PartName = (typeof parts)[number]

async function hasImages(db: Db, { id }: FrozenRelease, part: PartName): Promise<boolean> {
  const row = await db
    .selectFrom('release_image')
    .select('image_id')
    .where('release_id', '=', id)
    .where('part', '=', part)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function* metadataOf(db: Db, release: FrozenRelease, part: PartName): AsyncGenerator<Buffer> {
  const { fields, categories } = release.document
  const options = {
    fieldKeys: fields.map(({ field }) => field.key),
    categoryNames: new Map(categories.map(({ id, name }) => [id, name])),
  }
  for await (const row of releasedImages(db, release)) {
    if (row.part !== part) continue
    yield Buffer.from(`${JSON.stringify(metadataLine(row, options))}\n`)
  }
}

const mediaTypes: readonly (readonly [ending: string, mediaType: string])[] = [
  ['metadata.jsonl', 'application/jsonlines'],
  ['coco.json', 'application/json'],
  ['README.md', 'text/markdown'],
]

function croissantFor({ texts, number, at, plan }: FrozenRelease, digests: readonly Digest[]) {
  const described = digests.flatMap(({ name, sha256 }) => {
    const [, mediaType] = mediaTypes.find(([ending]) => name.endsWith(ending)) ?? []
    return mediaType === undefined ? [] : [{ name, sha256, mediaType }]
  })
  const { extension, mediaType } = imageFormats[plan.images === 'deidentified' ? 'dicom' : 'png']
  return croissantOf({
    ...texts,
    number,
    madeAt: at.toISOString(),
    images:
      plan.images === 'original'
        ? { pattern: 'image-*', mediaType: 'application/octet-stream' }
        : { pattern: `*.${extension}`, mediaType },
    tables: described.flatMap((file) => {
      const part = partOf(file.name)
      return part === undefined ? [] : [{ ...file, part }]
    }),
    others: described.filter(({ name }) => partOf(name) === undefined),
  })
}

/** The part whose table the file is. */
function partOf(name: string): PartName | undefined {
  return parts.find((part) => name === `${part}/metadata.jsonl`)
}
