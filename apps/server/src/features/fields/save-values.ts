import { sql } from 'kysely'

import type { StaleFields } from '#contract/annotations'
import type { DatasetField, SharedSubject } from '#contract/fields/field'
import { withComputed } from '#contract/fields/rules'
import { sameValue, type FieldValue, type FieldValues } from '#contract/fields/value'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { announce } from '../../platform/live/live.ts'
import { fieldFor, refuseMisfit } from './check-values.ts'
import { historyRow, type By } from './history.ts'
import { listAllFields, subjectKeys } from './queries.ts'
import { isOwnOf, valuesFor, type ReaderId } from './reader-values.ts'

/** For each field the value that the caller has seen, and the new one; null means no value. */
export type ValueChanges = Readonly<
  Record<string, { readonly from: FieldValue | null; readonly to: FieldValue | null }>
>

/** The columns of an image that identify its visit and its eye. */
export interface FieldedImage {
  readonly id: number
  readonly dataset_id: number
  readonly patient_id: string
  readonly study_date: string | null
}

interface Reading extends By {
  /** Whose own values change, of fields that each reader states; null changes agreed values alone. */
  readonly reader: ReaderId
}

const sharedSubjects: readonly SharedSubject[] = ['image', 'eye', 'visit']

/**
 * Sets values that apply to an image, and the values computed from them: agreed ones, and the
 * reader's own ones of fields that each reader states.
 * @returns all values that then apply to it, as the reader states them.
 * @throws {Problem} stale_revision if a value is neither the one the caller has seen nor already
 * the new one: nothing is saved; invalid_input for a value that does not fit its field.
 */
export async function saveValues(
  db: Db,
  image: FieldedImage,
  changes: ValueChanges,
  by: Reading,
): Promise<FieldValues> {
  // A browser may hold values of a field that was removed meanwhile: they are kept like its others.
  const fields = await listAllFields(db, image.dataset_id)
  for (const [key, { to }] of Object.entries(changes)) {
    refuseMisfit(fieldFor(fields, key, sharedSubjects), to)
  }
  const before = await lockValues(db, image, { reader: by.reader, fields })
  refuseStale(before, changes)
  const after = valuesAfter(fields, before, changes)
  const changed = fields.filter(
    ({ field: { key } }) => !sameValue(before[key] ?? null, after[key] ?? null),
  )
  for (const subject of sharedSubjects) {
    const ofSubject = changed.filter(({ field }) => field.subject === subject)
    const [own, agreed] = partition(ofSubject, (each) => isOwnOf(by.reader, each))
    await writeRecord(db, { image, subject, fields: agreed, before, after, author: null }, by)
    await writeRecord(db, { image, subject, fields: own, before, after, author: by.reader }, by)
  }
  if (changed.length > 0) await announceValues(db, image)
  return after
}

/** Locks all images of the visit, in the order of their ids: values of a visit show on each of them. */
async function lockValues(
  db: Db,
  image: FieldedImage,
  view: { reader: ReaderId; fields: readonly DatasetField[] },
): Promise<FieldValues> {
  await db
    .selectFrom('image')
    .select('id')
    .where('dataset_id', '=', image.dataset_id)
    .where(sql<boolean>`${subjectKeys.visit} = visit_key(
      ${image.id}::integer, ${image.patient_id}, ${image.study_date}::date)`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const { fields } = await db
    .selectFrom('image')
    .select('fields')
    .where('id', '=', image.id)
    .executeTakeFirstOrThrow()
  return valuesFor(db, { id: image.id, fields }, view)
}

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter((each) => belongs(each)), items.filter((each) => !belongs(each))]
}

function refuseStale(before: FieldValues, changes: ValueChanges): void {
  const stale = Object.entries(changes).filter(([key, { from, to }]) => {
    const current = before[key] ?? null
    return !sameValue(current, from) && !sameValue(current, to)
  })
  if (stale.length === 0) return
  const current: StaleFields = { fields: { ...before } }
  const keys = stale.map(([key]) => key).join(', ')
  throw new Problem('stale_revision', message('fields.staleValues', { keys }), { current })
}

function valuesAfter(
  fields: readonly DatasetField[],
  before: FieldValues,
  changes: ValueChanges,
): FieldValues {
  const entered: Record<string, FieldValue> = { ...before }
  for (const [key, { to }] of Object.entries(changes)) {
    if (to === null) delete entered[key]
    else entered[key] = to
  }
  return withComputed(
    fields.map(({ field }) => field),
    entered,
  )
}

/** The unique indexes that tell whether a subject has a record already. */
const agreedRecord = sql`(dataset_id, subject, subject_key) where is_agreed`
const recordOfAuthor = sql`(dataset_id, subject, subject_key, author_id) where not is_agreed`

interface RecordChange {
  readonly image: FieldedImage
  readonly subject: SharedSubject
  /** The fields whose values change. */
  readonly fields: readonly DatasetField[]
  readonly before: FieldValues
  readonly after: FieldValues
  /** The reader whose values they are; null for agreed ones. */
  readonly author: ReaderId
}

async function writeRecord(
  db: Db,
  { image, subject, fields, before, after, author }: RecordChange,
  by: By,
): Promise<void> {
  if (fields.length === 0) return
  const keys = fields.map(({ field }) => field.key)
  const set = fields.filter(({ field }) => after[field.key] !== undefined)
  const values = Object.fromEntries(set.map(({ field }) => [field.key, after[field.key]]))
  const versions = Object.fromEntries(set.map(({ field, version }) => [field.key, version]))
  const { rows } = await sql<{ id: number }>`
    insert into field_record (dataset_id, subject, subject_key, is_agreed, author_id, values, versions)
    select image.dataset_id, ${subject}, ${subjectKeys[subject]}, ${author === null}, ${author}::integer,
      ${JSON.stringify(values)}::jsonb, ${JSON.stringify(versions)}::jsonb
    from image where image.id = ${image.id}
    on conflict ${author === null ? agreedRecord : recordOfAuthor}
    do update set
      values = (field_record.values - ${keys}::text[]) || excluded.values,
      versions = (field_record.versions - ${keys}::text[]) || excluded.versions
    returning id`.execute(db)
  const [record] = rows
  if (record === undefined) throw new Error(`There is no image ${image.id}.`)
  await db
    .insertInto('field_history')
    .values(fields.map((described) => historyRow(record.id, described, { before, after, by })))
    .execute()
}

/** Announces each image of the visit, so that open annotators reload the values. */
async function announceValues(db: Db, image: FieldedImage): Promise<void> {
  const rows = await db
    .selectFrom('image')
    .select('id')
    .where('dataset_id', '=', image.dataset_id)
    .where(sql<boolean>`${subjectKeys.visit} = visit_key(
      ${image.id}::integer, ${image.patient_id}, ${image.study_date}::date)`)
    .execute()
  for (const { id } of rows) {
    await announce(db, { datasetId: image.dataset_id }, { type: 'fields', image_id: id })
  }
}
