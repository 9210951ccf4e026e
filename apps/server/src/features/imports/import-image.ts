import { createHash } from 'node:crypto'

import type { Db } from '../../platform/database/database.ts'
import { announceAnnotation } from '../annotations/announce.ts'
import { lockImageNotes } from '../images/queries.ts'
import type { MatchedImage } from './match-images.ts'
import type { ImageContent, NewAnnotation } from './read-image-entries.ts'

interface Outcome {
  readonly created: number
  readonly existing: number
  /** Whether metadata or categories of the image as a whole are new. */
  readonly hasNewNotes: boolean
  /** Keys of metadata that the image has with another value, which it keeps. */
  readonly differing: readonly string[]
}

interface By {
  readonly creatorId: number | null
  readonly at: Date
  readonly dryRun: boolean
}

/** Rows inserted in one statement. */
const batch = 500

/**
 * Adds to an image what it does not have yet. An annotation is there already where it was imported
 * before, changed since or not, or where the image has one that is equal in everything. One that
 * was imported and deleted since comes again. Undefined where the image is gone.
 */
export async function importImage(
  db: Db,
  { imageId }: MatchedImage,
  content: ImageContent,
  by: By,
): Promise<Outcome | undefined> {
  const image = await db
    .selectFrom('image')
    .select(['id', 'dataset_id'])
    .where('id', '=', imageId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (image === undefined) return undefined
  const before = await lockImageNotes(db, imageId)
  const missing = await withoutExisting(db, imageId, content.annotations)
  const { added, differing } = newMetadata(before.metadata, content.metadata)
  const newCategories = content.categoryIds.filter((id) => !before.category_ids.includes(id))
  const outcome = {
    created: missing.length,
    existing: content.annotations.length - missing.length,
    hasNewNotes: Object.keys(added).length > 0 || newCategories.length > 0,
    differing,
  }
  if (by.dryRun) return outcome
  await insertAll(db, image, missing, by)
  if (outcome.hasNewNotes) {
    await addNotes(db, imageId, { before, added, newCategories }, by)
  }
  return outcome
}

type Notes = Awaited<ReturnType<typeof lockImageNotes>>

/** Adds to what is noted of the image as a whole, and keeps what was before. */
async function addNotes(
  db: Db,
  imageId: number,
  notes: { before: Notes; added: Record<string, unknown>; newCategories: readonly number[] },
  { creatorId, at }: By,
): Promise<void> {
  const { before, added, newCategories } = notes
  await db
    .insertInto('image_history')
    .values({
      image_id: imageId,
      changed_at: at,
      changed_by: creatorId,
      metadata: JSON.stringify(before.metadata),
      category_ids: before.category_ids,
    })
    .execute()
  await db
    .updateTable('image')
    .set({ metadata: JSON.stringify({ ...before.metadata, ...added }) })
    .where('id', '=', imageId)
    .execute()
  if (newCategories.length === 0) return
  await db
    .insertInto('image_category')
    .values(newCategories.map((category_id) => ({ image_id: imageId, category_id })))
    .execute()
}

type Identified = NewAnnotation & { readonly saveId: string }

async function withoutExisting(
  db: Db,
  imageId: number,
  annotations: readonly NewAnnotation[],
): Promise<Identified[]> {
  const existing = await db
    .selectFrom('annotation')
    .select(['category_id', 'geometry', 'keypoints', 'is_box', 'is_crowd', 'color', 'metadata'])
    .select('created_save_id')
    .where('image_id', '=', imageId)
    .where('deleted_at', 'is', null)
    .execute()
  const imported = new Set(existing.map(({ created_save_id }) => created_save_id))
  const identified = annotations.map((annotation) => ({
    ...annotation,
    saveId: saveIdOf(imageId, annotation),
  }))
  const known = new Set(identified.map(({ saveId }) => saveId))
  // Those that an entry of the file has made are spoken for by that entry.
  const others = existing.filter((row) => !known.has(row.created_save_id ?? ''))
  const equals = countOf(others.map(signatureOf))
  return identified.filter((annotation) => {
    if (imported.has(annotation.saveId)) return false
    const signature = signatureOf(contentOf(annotation))
    const left = equals.get(signature) ?? 0
    equals.set(signature, left - 1)
    return left <= 0
  })
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

interface Content {
  readonly category_id: number
  readonly geometry: Buffer
  readonly keypoints: readonly number[]
  readonly is_box: boolean
  readonly is_crowd: boolean
  readonly color: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

function contentOf({ columns, metadata }: NewAnnotation): Content {
  return { ...columns, metadata }
}

/** The same for annotations that are equal in everything, as the database keeps it. */
function signatureOf(annotation: Content): string {
  return JSON.stringify([
    annotation.category_id,
    annotation.geometry.toString('base64'),
    annotation.keypoints.map(Math.fround),
    annotation.is_box,
    annotation.is_crowd,
    annotation.color?.toLowerCase() ?? null,
    Object.entries(annotation.metadata).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])
}

/** The same for the same entry of the same file, so that importing it again finds what it made. */
function saveIdOf(imageId: number, annotation: NewAnnotation): string {
  const entry = [imageId, annotation.fileId, signatureOf(contentOf(annotation))]
  const hash = createHash('sha256').update(JSON.stringify(entry)).digest('hex')
  // The form of a UUID of our own making (RFC 9562, version 8).
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

async function insertAll(
  db: Db,
  image: { id: number; dataset_id: number },
  annotations: readonly Identified[],
  { creatorId, at }: By,
): Promise<void> {
  const isOpen = annotations.length > 0 && (await isBeingAnnotated(db, image.id))
  for (let from = 0; from < annotations.length; from += batch) {
    const some = annotations.slice(from, from + batch)
    // The deleted ones that bear these ids give them up to those that come again.
    await db
      .updateTable('annotation')
      .set({ created_save_id: null })
      .where(
        'created_save_id',
        'in',
        some.map(({ saveId }) => saveId),
      )
      .execute()
    const rows = await db
      .insertInto('annotation')
      .values(
        some.map(({ columns, metadata, saveId }) => ({
          ...columns,
          image_id: image.id,
          metadata: JSON.stringify(metadata),
          creator_id: creatorId,
          created_save_id: saveId,
          created_at: at,
          updated_at: at,
          updated_by: creatorId,
        })),
      )
      .returning(['id', 'revision'])
      .execute()
    if (!isOpen) continue
    for (const row of rows) await announceAnnotation(db, image, { change: 'created', ...row })
  }
}

/** Only an open annotator cares for single annotations; lists hear of the dataset as a whole. */
async function isBeingAnnotated(db: Db, imageId: number): Promise<boolean> {
  const row = await db
    .selectFrom('presence')
    .select('stream_id')
    .where('image_id', '=', imageId)
    .executeTakeFirst()
  return row !== undefined
}

/** An image's own metadata may be the hospital's: a file adds to it, and changes nothing. */
function newMetadata(
  own: Readonly<Record<string, unknown>>,
  said: Readonly<Record<string, unknown>>,
): { added: Record<string, unknown>; differing: string[] } {
  const entries = Object.entries(said)
  return {
    added: Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(own, key))),
    differing: entries
      .filter(([key, value]) => Object.hasOwn(own, key) && own[key] !== value)
      .map(([key]) => key),
  }
}
