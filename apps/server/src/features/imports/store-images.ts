import { sql } from 'kysely'

import { sameValue, type FieldValues, type ListedValues } from '#contract/fields/value'

import type { Db } from '../../platform/database/database.ts'
import { announceAnnotation } from '../annotations/announce.ts'
import { topsOf } from '../annotations/queries.ts'
import { saveValues, type FieldedImage } from '../fields/save-values.ts'
import { lockNotesOf, type ImageNotes } from '../images/queries.ts'
import { lockedAmong } from '../images/reading-lock.ts'
import { signatureOf } from './annotation-identity.ts'
import type { Importer } from './importer.ts'
import type { ImageContent, NewAnnotation } from './read-image-entries.ts'

export interface ReadImageContent {
  readonly imageId: number
  readonly content: ImageContent
}

export interface Outcome {
  readonly created: number
  readonly existing: number
  /** Whether metadata or categories of the image as a whole are new. */
  readonly hasNewNotes: boolean
  readonly hasNewValues: boolean
  /** Keys of metadata for which the image keeps its own, different value. */
  readonly differing: readonly string[]
  /** Keys of fields for which the image keeps its own, different value. */
  readonly differingFields: readonly string[]
}

interface By {
  readonly datasetId: number
  readonly creatorId: number | null
  readonly importer: Importer
  readonly at: Date
  readonly dryRun: boolean
}

/** Rows inserted in one statement. */
const batch = 1000

/**
 * Adds missing content to images. An annotation exists already if it was imported before, changed
 * since or not, or if the image has one that is equal in everything, with at least the same
 * metadata: an export under pseudonyms leaves some out. One that was imported and deleted since is
 * added again. A deleted image has no outcome, nor has one that an assignment locks for the importer.
 */
export async function storeImages(
  db: Db,
  images: readonly ReadImageContent[],
  by: By,
): Promise<Map<number, Outcome>> {
  const ids = await findOpenTo(by.importer, db, images)
  if (ids.length === 0) return new Map()
  const notes = await lockNotesOf(db, ids)
  const values = await findValues(db, ids)
  const existing = Map.groupBy(await findExisting(db, ids), (row) => row.image_id)
  const additions = images.flatMap(({ imageId, content }) => {
    const before = notes.get(imageId)
    if (before === undefined) return []
    const image = values.get(imageId)
    if (image === undefined) return []
    const own = { before, image, existing: existing.get(imageId) ?? [] }
    return [additionOf(imageId, content, own)]
  })
  if (!by.dryRun) {
    await insertAll(db, additions, by)
    for (const addition of additions) {
      if (addition.hasNewNotes) await addNotes(db, addition, by)
      if (addition.hasNewValues) await addValues(db, addition, by)
    }
  }
  return new Map(additions.map((addition) => [addition.imageId, addition]))
}

/** Those that are not deleted, and that no assignment locks for the importer. */
async function findOpenTo(
  importer: Importer,
  db: Db,
  images: readonly ReadImageContent[],
): Promise<number[]> {
  if (images.length === 0) return []
  const rows = await db
    .selectFrom('image')
    .select('id')
    .where(
      'id',
      'in',
      images.map(({ imageId }) => imageId),
    )
    .where('deleted_at', 'is', null)
    .execute()
  const ids = rows.map(({ id }) => id)
  const locked = await lockedAmong(db, importer, ids)
  return ids.filter((id) => !locked.has(id))
}

type FieldedRow = FieldedImage & { readonly fields: ListedValues }

async function findValues(db: Db, ids: readonly number[]): Promise<Map<number, FieldedRow>> {
  const rows = await db
    .selectFrom('image')
    .select(['id', 'dataset_id', 'patient_id', 'study_date', 'fields'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type ExistingRow = Awaited<ReturnType<typeof findExisting>>[number]

function findExisting(db: Db, imageIds: readonly number[]) {
  return db
    .selectFrom('annotation')
    .select([
      'image_id',
      'category_id',
      'geometry',
      'lines',
      'keypoints',
      'is_box',
      'is_crowd',
      'color',
    ])
    .select(['metadata', 'created_save_id'])
    .where('image_id', 'in', imageIds)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Content to add to an image. */
interface Addition extends Outcome {
  readonly imageId: number
  readonly annotations: readonly NewAnnotation[]
  readonly before: ImageNotes
  readonly metadata: Readonly<Record<string, unknown>>
  readonly categoryIds: readonly number[]
  readonly image: FieldedRow
  /** Values of fields that have none yet. */
  readonly values: FieldValues
}

function additionOf(
  imageId: number,
  content: ImageContent,
  {
    before,
    image,
    existing,
  }: { before: ImageNotes; image: FieldedRow; existing: readonly ExistingRow[] },
): Addition {
  const annotations = withoutExisting(content.annotations, existing)
  const { added, differing } = newMetadata(before.metadata, content.metadata)
  const fields = Object.entries(content.fields)
  const values = Object.fromEntries(fields.filter(([key]) => image.fields[key] === undefined))
  const categoryIds = content.categoryIds.filter((id) => !before.category_ids.includes(id))
  return {
    imageId,
    annotations,
    before,
    metadata: added,
    categoryIds,
    created: annotations.length,
    existing: content.annotations.length - annotations.length,
    image,
    values,
    hasNewValues: Object.keys(values).length > 0,
    differingFields: fields
      .filter(([key, value]) => !sameValue(image.fields[key] ?? value, value))
      .map(([key]) => key),
    hasNewNotes: Object.keys(added).length > 0 || categoryIds.length > 0,
    differing,
  }
}

function withoutExisting(
  annotations: readonly NewAnnotation[],
  existing: readonly ExistingRow[],
): readonly NewAnnotation[] {
  if (existing.length === 0) return annotations
  const imported = new Set(existing.map(({ created_save_id }) => created_save_id))
  const known = new Set(annotations.map(({ created_save_id }) => created_save_id))
  // Annotations made by an entry of the file belong to that entry.
  const others = existing.filter((row) => !known.has(row.created_save_id ?? ''))
  const equals = Map.groupBy(others, (row) =>
    signatureOf({ ...row, geometry: row.geometry.toString('base64'), metadata: {} }),
  )
  return annotations.filter((annotation) => {
    if (imported.has(annotation.created_save_id)) return false
    const rivals = equals.get(signatureOf({ ...annotation, metadata: {} })) ?? []
    const [twin] = rivals
      .filter((row) => saysAsMuch(row.metadata, annotation.metadata))
      .toSorted((a, b) => Object.keys(a.metadata).length - Object.keys(b.metadata).length)
    if (twin === undefined) return true
    rivals.splice(rivals.indexOf(twin), 1)
    return false
  })
}

/** Whether an annotation's metadata include all of these. */
function saysAsMuch(
  all: Readonly<Record<string, unknown>>,
  some: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(some).every(
    ([key, value]) => JSON.stringify(all[key]) === JSON.stringify(value),
  )
}

/** An image's own metadata may be the hospital's: a file only adds to it. */
function newMetadata(
  own: Readonly<Record<string, unknown>>,
  said: Readonly<Record<string, unknown>>,
): { added: Record<string, unknown>; differing: string[] } {
  const entries = Object.entries(said)
  const isOtherLicence =
    Object.hasOwn(own, 'licence') &&
    Object.hasOwn(said, 'licence') &&
    own['licence'] !== said['licence']
  return {
    added: Object.fromEntries(
      // The link of another licence would contradict the image's own.
      entries.filter(
        ([key]) => !Object.hasOwn(own, key) && !(isOtherLicence && key === 'licence_url'),
      ),
    ),
    differing: entries
      .filter(([key, value]) => Object.hasOwn(own, key) && own[key] !== value)
      .map(([key]) => key),
  }
}

/** Adds to the notes on the image as a whole, and keeps the existing ones. */
async function addNotes(
  db: Db,
  { imageId, before, metadata, categoryIds }: Addition,
  { creatorId, at }: By,
): Promise<void> {
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
    .set({ metadata: JSON.stringify({ ...before.metadata, ...metadata }) })
    .where('id', '=', imageId)
    .execute()
  if (categoryIds.length === 0) return
  await db
    .insertInto('image_category')
    .values(categoryIds.map((category_id) => ({ image_id: imageId, category_id })))
    .execute()
}

async function addValues(db: Db, { image, values }: Addition, { importer, at }: By) {
  const changes = Object.entries(values).map(([key, to]) => [key, { from: null, to }] as const)
  await saveValues(db, image, Object.fromEntries(changes), { actor: importer, at, reader: null })
}

async function insertAll(db: Db, additions: readonly Addition[], by: By): Promise<void> {
  const rows = additions.flatMap(({ imageId, annotations }) =>
    annotations.map((annotation) => ({ image_id: imageId, ...annotation })),
  )
  if (rows.length === 0) return
  const open = await findOpen(db, additions)
  for (let from = 0; from < rows.length; from += batch) {
    const inserted = await insertRows(db, rows.slice(from, from + batch), by)
    for (const row of inserted) {
      if (!open.has(row.image_id)) continue
      const image = { id: row.image_id, dataset_id: by.datasetId }
      await announceAnnotation(db, image, { change: 'created', id: row.id, revision: row.revision })
    }
  }
}

/** Only open annotators need single annotations; lists are notified of the dataset as a whole. */
async function findOpen(db: Db, additions: readonly Addition[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('presence')
    .select('image_id')
    .where(
      'image_id',
      'in',
      additions.map(({ imageId }) => imageId),
    )
    .execute()
  return new Set(rows.map(({ image_id }) => image_id))
}

type InsertedRow = NewAnnotation & { readonly image_id: number }

/** As one JSON value: in a statement of thousands of values, most of the cost is the values. */
async function insertRows(db: Db, rows: readonly InsertedRow[], { creatorId, at }: By) {
  // Deleted annotations release these ids for the ones added again.
  await db
    .updateTable('annotation')
    .set({ created_save_id: null })
    .where(sql<boolean>`created_save_id = any(${rows.map((row) => row.created_save_id)}::uuid[])`)
    .execute()
  const imageIds = [...new Set(rows.map(({ image_id }) => image_id))]
  const { rows: inserted } = await sql<{ id: number; image_id: number; revision: number }>`
    insert into annotation (
      image_id, category_id, geometry, lines, area, box_x, box_y, box_width, box_height, keypoints,
      is_box, is_crowd, origin, color, metadata, fields, field_versions, created_save_id, position,
      creator_id, updated_by, created_at, updated_at)
    select
      row.image_id, category_id, decode(geometry, 'base64'), lines, area, box_x, box_y, box_width,
      box_height, keypoints, is_box, is_crowd, origin, color, metadata, fields, field_versions,
      created_save_id, tops.top + ordinality,
      ${creatorId}::integer, ${creatorId}::integer, ${at}::timestamptz, ${at}::timestamptz
    from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (
      image_id integer, category_id integer, geometry text, lines jsonb, area double precision,
      box_x double precision, box_y double precision, box_width double precision,
      box_height double precision, keypoints real[], is_box boolean, is_crowd boolean,
      origin jsonb, color text, metadata jsonb, fields jsonb, field_versions jsonb,
      created_save_id uuid)) with ordinality as row
    left join (${topsOf(db, imageIds)}) as tops on tops.image_id = row.image_id
    order by ordinality
    returning id, image_id, revision`.execute(db)
  return inserted
}
