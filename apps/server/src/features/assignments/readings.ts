import { sql } from 'kysely'

import type { ItemState } from '#contract/assignments'
import type { DatasetField } from '#contract/fields/field'
import type { FieldValues } from '#contract/fields/value'

import type { Db } from '../../platform/database/database.ts'
import { listFields, subjectKeys } from '../fields/queries.ts'
import type { AssignmentRow } from './queries.ts'

/** What one reader said of an image. */
export interface Reading {
  readonly item_id: number
  readonly reader_id: number
  readonly user_id: number
  readonly username: string
  readonly source_image_id: number
  /** The image that the reader sees; null until it has been copied. */
  readonly image_id: number | null
  readonly round: number
  readonly state: ItemState
  readonly note: string
  readonly changed_at: Date | null
  readonly values: FieldValues
}

interface Which {
  readonly sourceId?: number
  /** Only submitted cases. */
  readonly submitted?: boolean
}

/** The form of an assignment: for blinded readers that of the day on which it was made. */
export async function formOf(db: Db, assignment: AssignmentRow): Promise<DatasetField[]> {
  const copy = await db
    .selectFrom('assignment_reader')
    .select('dataset_id')
    .where('assignment_id', '=', assignment.id)
    .where('dataset_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirst()
  const fields = await listFields(db, copy?.dataset_id ?? assignment.dataset_id)
  return fields.filter(({ field }) => assignment.field_keys.includes(field.key))
}

/** The readings of an assignment with each reader's values of its fields, by reader and position. */
export async function listReadings(
  db: Db,
  { assignment, form }: { assignment: AssignmentRow; form: readonly DatasetField[] },
  { sourceId, submitted = false }: Which = {},
): Promise<Reading[]> {
  const keys = form.map(({ field }) => field.key)
  // What is agreed is not a reader's own value of a field that each reader states.
  const own = form.flatMap(({ field }) => (field.perReader === undefined ? [] : [field.key]))
  const { rows } = await sql<Reading>`
    select item.id as item_id, reader.id as reader_id, reader.user_id, app_user.username,
      item.source_image_id, item.image_id, item.round, item.state, item.note, item.changed_at,
      coalesce((
        select jsonb_object_agg(entry.key, entry.value)
        from field_record as record cross join lateral jsonb_each(record.values) as entry
        where record.dataset_id = image.dataset_id
          and (record.subject, record.subject_key) in (
            ('image', ${subjectKeys.image}), ('eye', ${subjectKeys.eye}),
            ('visit', ${subjectKeys.visit}))
          and entry.key = any(${keys}::text[])
          and case when record.is_agreed then entry.key <> all(${own}::text[])
            else record.author_id = reader.user_id end), '{}') as values
    from assignment_item as item
      join assignment_reader as reader on reader.id = item.reader_id
      join app_user on app_user.id = reader.user_id
      left join image on image.id = item.image_id
    where reader.assignment_id = ${assignment.id}
      ${sourceId === undefined ? sql`` : sql`and item.source_image_id = ${sourceId}`}
      ${submitted ? sql`and item.state = 'submitted'` : sql``}
    order by reader.id, item.position`.execute(db)
  return rows
}
