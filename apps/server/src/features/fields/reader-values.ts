import { sql } from 'kysely'

import type { DatasetField } from '#contract/fields/field'
import {
  isDiffering,
  type FieldValue,
  type FieldValues,
  type ListedValues,
} from '#contract/fields/value'

import type { Db } from '../../platform/database/database.ts'
import { subjectKeys } from './queries.ts'

/** The value that one reader stated of a field with separate values for each reader. */
export interface ReaderValue {
  readonly image_id: number
  readonly key: string
  readonly value: FieldValue
  /** Null if the account was deleted. */
  readonly author_id: number | null
  readonly username: string
  readonly name: string
  readonly at: Date | null
  /** Whether the field has an agreed value beside those of readers. */
  readonly has_agreed: boolean
}

/** The values of readers that apply to some images, by image, field and reader. */
export async function listReaderValues(
  db: Db,
  imageIds: readonly number[],
): Promise<ReaderValue[]> {
  // The image may have brought the value, with its history, from a visit of its own.
  const { rows } = await sql<ReaderValue>`
    select image.id as image_id, entry.key, entry.value, record.author_id,
      coalesce(app_user.username, latest.changed_by_name, '') as username,
      coalesce(nullif(app_user.name, ''), app_user.username, latest.changed_by_name, '') as name,
      latest.changed_at as at,
      exists (
        select from field_record as agreed
        where agreed.dataset_id = record.dataset_id and agreed.is_agreed
          and agreed.subject = record.subject and agreed.subject_key = record.subject_key
          and agreed.values ? entry.key) as has_agreed
    from image
      join field_record as record on record.dataset_id = image.dataset_id and not record.is_agreed
        and (record.subject, record.subject_key) in (
          ('image', ${subjectKeys.image}), ('eye', ${subjectKeys.eye}), ('visit', ${subjectKeys.visit}))
      cross join lateral jsonb_each(record.values) as entry
      left join app_user on app_user.id = record.author_id
      left join lateral (
        select changed_at, changed_by_name
        from field_history join field_record as former on former.id = field_history.record_id
        where former.dataset_id = record.dataset_id and former.subject = record.subject
          and former.subject_key in (record.subject_key, ${subjectKeys.image})
          and not former.is_agreed and former.author_id is not distinct from record.author_id
          and field_history.key = entry.key
        order by field_history.id desc limit 1) as latest on true
    where image.id = any(${imageIds})
    order by image.id, entry.key, record.id`.execute(db)
  return rows
}

/** The reader; null if nobody is signed in or a file is imported, whose values count as agreed. */
export type ReaderId = number | null

/** Whether a reader states a value of their own for the field. */
export function isOwnOf(reader: ReaderId, { field }: DatasetField): boolean {
  return reader !== null && field.perReader !== undefined
}

interface Fielded {
  readonly id: number
  readonly fields: ListedValues
}

/** The values that apply to an image for a reader: the reader's own, and the shared ones. */
export async function valuesFor(
  db: Db,
  image: Fielded,
  { reader, fields }: { reader: ReaderId; fields: readonly DatasetField[] },
): Promise<FieldValues> {
  const own = new Set(fields.filter((each) => isOwnOf(reader, each)).map(({ field }) => field.key))
  const shared = Object.entries(image.fields).flatMap(([key, value]) =>
    own.has(key) || isDiffering(value) ? [] : [[key, value] as const],
  )
  if (own.size === 0) return Object.fromEntries(shared)
  const stated = await listReaderValues(db, [image.id])
  const mine = stated.filter(({ key, author_id: author }) => own.has(key) && author === reader)
  return Object.fromEntries([...shared, ...mine.map(({ key, value }) => [key, value] as const)])
}

/** The values of other readers, of the fields that show them in the annotator. */
export async function valuesOfOthers(
  db: Db,
  image: Fielded,
  { reader, fields }: { reader: ReaderId; fields: readonly DatasetField[] },
): Promise<{ key: string; value: FieldValue; reader: string }[]> {
  const shown = new Set(
    fields.flatMap(({ field }) => (field.perReader?.showsOthers === true ? [field.key] : [])),
  )
  if (shown.size === 0) return []
  const stated = await listReaderValues(db, [image.id])
  return stated
    .filter(({ key, author_id: author }) => shown.has(key) && author !== reader)
    .map(({ key, value, name }) => ({ key, value, reader: name }))
}
