import { sql } from 'kysely'

import type { ReadingState } from '#contract/adjudication'
import type { ItemState } from '#contract/assignments'
import type { FieldValue } from '#contract/fields/value'

import type { Db } from '../../platform/database/database.ts'
import { subjectKeys } from '../fields/queries.ts'
import type { AssignmentRow } from './queries.ts'

/** A change of a grade; a case without grades has one without a key. */
export interface GradeChange {
  readonly key: string | null
  readonly version: number | null
  readonly before: FieldValue | null
  readonly after: FieldValue | null
  readonly is_current: boolean | null
  readonly changed_at: Date | null
  readonly changed_by_name: string | null
  readonly source_image_id: number
  readonly path: string
  readonly username: string
  readonly round: number | 'final'
  readonly position: number | null
  readonly state: ItemState | ReadingState
  readonly state_since: Date | null
}

/** Cases of one query. */
const batch = 200

/**
 * Each change of each grade of an assignment in batches, by reader, case and time. Those of the final
 * grades follow.
 */
export async function* changesOfGrades(
  db: Db,
  assignment: AssignmentRow,
): AsyncGenerator<readonly GradeChange[]> {
  const ids = await db
    .selectFrom('assignment_item')
    .innerJoin('assignment_reader', 'assignment_reader.id', 'assignment_item.reader_id')
    .where('assignment_reader.assignment_id', '=', assignment.id)
    .select('assignment_item.id')
    .orderBy('assignment_reader.id')
    .orderBy('assignment_item.position')
    .execute()
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch).map(({ id }) => id)
    yield await changesOf(db, assignment, some)
  }
  yield await changesOfFinals(db, assignment)
}

/** Each change of a final grade; the state is that of the image. */
async function changesOfFinals(
  db: Db,
  { id, field_keys: keys }: AssignmentRow,
): Promise<readonly GradeChange[]> {
  const { rows } = await sql<GradeChange>`
    select grade.key, grade.version,
      lag(grade.value) over (partition by reading.id, grade.key order by grade.id) as before,
      grade.value as after, grade.at as changed_at, grade.by_name as changed_by_name,
      grade.id = max(grade.id) over (partition by reading.id, grade.key) as is_current,
      reading.source_image_id, source.path, '' as username, 'final' as round, null as position,
      reading.state, reading.changed_at as state_since
    from final_grade as grade
      join assignment_image as reading on reading.id = grade.assignment_image_id
      join image as source on source.id = reading.source_image_id
    where reading.assignment_id = ${id} and grade.key = any(${keys}::text[])
    order by source.path, reading.id, grade.id`.execute(db)
  return rows
}

async function changesOf(
  db: Db,
  { field_keys: keys }: AssignmentRow,
  itemIds: readonly number[],
): Promise<readonly GradeChange[]> {
  // Agreed values too: of fields that have one value for all readers.
  const { rows } = await sql<GradeChange>`
    select change.key, change.version, change.before, change.after, change.changed_at,
      change.changed_by_name,
      change.id = max(change.id) over (partition by item.id, change.record_id, change.key)
        as is_current,
      item.source_image_id, source.path, app_user.username, item.round, item.position,
      item.state,
      item.changed_at as state_since
    from assignment_item as item
      join assignment_reader as reader on reader.id = item.reader_id
      join app_user on app_user.id = reader.user_id
      join image as source on source.id = item.source_image_id
      left join image on image.id = item.image_id
      left join lateral (
        select history.*
        from field_record as record join field_history as history on history.record_id = record.id
        where record.dataset_id = image.dataset_id
          and (record.is_agreed or record.author_id = reader.user_id)
          and (record.subject, record.subject_key) in (
            ('image', ${subjectKeys.image}), ('eye', ${subjectKeys.eye}),
            ('visit', ${subjectKeys.visit}))
          and history.key = any(${keys}::text[])) as change on true
    where item.id = any(${itemIds}::integer[])
    order by reader.id, item.position, change.id`.execute(db)
  return rows
}
