import type { Selectable } from 'kysely'

import { PatientData, type PatientField } from '#contract/patient-data'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Columns } from './fields.ts'

/** A value that somebody has stated for an image. */
export interface Statement<F extends PatientField = PatientField> {
  readonly field: F
  readonly value: PatientData[F]
  /** The columns that it replaced, with the file's values. */
  readonly filed: Columns
  readonly by: string
  readonly at: Date
}

export async function listStatements(
  db: Db,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Statement[]>> {
  if (imageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('image_statement')
    .selectAll()
    .where('image_id', 'in', imageIds)
    .execute()
  const read = rows.map((row) => ({ id: row.image_id, statement: statementOf(row) }))
  const byImage = Map.groupBy(read, ({ id }) => id)
  return new Map([...byImage].map(([id, each]) => [id, each.map(({ statement }) => statement)]))
}

function statementOf(row: Selectable<Schema['image_statement']>): Statement {
  const field = row.field as PatientField
  const value = PatientData.shape[field].parse(row.value)
  const { filed, stated_by_name: by, stated_at: at } = row
  return { field, value, filed, by, at }
}

interface Stated {
  readonly imageId: number
  readonly field: PatientField
  readonly value: unknown
  readonly filed: Columns
  readonly by: { readonly id: number | null; readonly name: string }
  readonly at: Date
}

/** Saves a statement in place of an earlier one, whose file values are kept. */
export async function keepStatement(db: Db, stated: Stated): Promise<void> {
  const { imageId, field, value, filed, by, at } = stated
  const said = {
    value: JSON.stringify(value),
    stated_by: by.id,
    stated_by_name: by.name,
    stated_at: at,
  }
  await db
    .insertInto('image_statement')
    .values({ image_id: imageId, field, filed: JSON.stringify(filed), ...said })
    .onConflict((conflict) => conflict.columns(['image_id', 'field']).doUpdateSet(said))
    .execute()
}

export async function dropStatement(db: Db, imageId: number, field: PatientField): Promise<void> {
  await db
    .deleteFrom('image_statement')
    .where('image_id', '=', imageId)
    .where('field', '=', field)
    .execute()
}
