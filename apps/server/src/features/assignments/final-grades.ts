import { sql } from 'kysely'

import type { GradeBasis } from '#contract/adjudication'
import type { DatasetField } from '#contract/fields/field'
import { sameValue, type FieldValue, type FieldValues } from '#contract/fields/value'

import type { Db } from '../../platform/database/database.ts'

/** The final grades of each image of an assignment that has any, by field. */
export async function finalGrades(
  db: Db,
  assignmentId: number,
): Promise<{ image_id: number; finals: FieldValues }[]> {
  const { rows } = await sql<{ image_id: number; finals: FieldValues }>`
    select reading.source_image_id as image_id, jsonb_object_agg(grade.key, grade.value) as finals
    from assignment_image as reading
      join (${currentGrades}) as grade on grade.assignment_image_id = reading.id
    where reading.assignment_id = ${assignmentId}
    group by reading.source_image_id`.execute(db)
  return rows
}

/** The grades that stand: the last change of each image and field, unless it removed the grade. */
export const currentGrades = sql`
  select latest.* from (
    select distinct on (assignment_image_id, key) * from final_grade
    order by assignment_image_id, key, id desc) as latest
  where latest.value is not null`

/** The final grades of one image. */
export async function finalsOf(db: Db, assignmentImageId: number): Promise<FieldValues> {
  const { rows } = await sql<{ key: string; value: FieldValue }>`
    select distinct on (key) key, value from final_grade
    where assignment_image_id = ${assignmentImageId}
    order by key, id desc`.execute(db)
  return Object.fromEntries(
    rows.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])),
  )
}

/** Who decides, and when; nobody if all readers agreed. */
export interface Decision {
  readonly by: { readonly id: number | null; readonly username: string } | null
  readonly at: Date
  readonly basisOf: (key: string, value: FieldValue | null) => GradeBasis
}

/** Writes the final grades that are not what stands already. */
export async function writeFinals(
  db: Db,
  {
    assignmentImageId,
    fields,
    values,
  }: {
    readonly assignmentImageId: number
    readonly fields: readonly DatasetField[]
    /** By the key of each field that is decided; null for none. */
    readonly values: Readonly<Record<string, FieldValue | null>>
  },
  { by, at, basisOf }: Decision,
): Promise<void> {
  const before = await finalsOf(db, assignmentImageId)
  const rows = fields.flatMap(({ field: { key }, version }) => {
    const value = values[key]
    if (value === undefined || sameValue(value, before[key] ?? null)) return []
    return [
      {
        assignment_image_id: assignmentImageId,
        key,
        version,
        value: value === null ? null : JSON.stringify(value),
        basis: basisOf(key, value),
        at,
        by_id: by?.id ?? null,
        by_name: by?.username ?? '',
      },
    ]
  })
  if (rows.length > 0) await db.insertInto('final_grade').values(rows).execute()
}
