import { sql, type Selectable } from 'kysely'

import type { DatasetField } from '#contract/fields/field'
import { withComputed } from '#contract/fields/rules'
import { sameValue } from '#contract/fields/value'
import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FieldRecordTable } from '../../platform/database/field-tables.ts'
import { job, type Job } from '../../platform/jobs/definition.ts'
import { announceDataset } from '../datasets/announce.ts'
import { historyRow, type By } from './history.ts'
import { computeFieldsTask } from './jobs.ts'
import { listFields, subjectKeys } from './queries.ts'

/** Images per transaction: few enough that concurrent saves do not wait long. */
const most = 500

/** Whether a computed field is new or has another rule, so that stored values may not follow it. */
export function hasNewRule(
  before: readonly DatasetField[],
  after: readonly DatasetField[],
): boolean {
  const known = new Set(before.map(({ field, version }) => `${field.key} ${version}`))
  return after.some(
    ({ field, version }) => field.computed !== undefined && !known.has(`${field.key} ${version}`),
  )
}

/**
 * Computes the values of a dataset's images, eyes and visits by the rules of now. Annotations follow
 * when they are saved. After an interruption the job starts over and finds the rest.
 */
export function computeFieldsJob({ clock }: { readonly clock: Clock }): Job {
  return job(computeFieldsTask, async ({ datasetId, by: actor }, context) => {
    const { db, signal } = context
    let changed = 0
    for (let last = 0; ;) {
      signal.throwIfAborted()
      const ids = await nextImages(db, datasetId, last)
      if (ids.length === 0) break
      const by = { actor, at: clock() }
      changed += await db.transaction().execute((trx) => computeOn(trx, { datasetId, ids }, by))
      last = ids.at(-1) ?? last
    }
    // Lists show the values, and open annotators load them.
    await announceDataset(db, datasetId, 'images')
    await announceDataset(db, datasetId, 'fields')
    await context.info(message('fields.computeDone', { values: changed }))
    return { values: changed }
  })
}

async function nextImages(db: Db, datasetId: number, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('image')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

type FieldRecord = Selectable<FieldRecordTable>

/** @returns the number of values that changed. */
async function computeOn(
  db: Db,
  { datasetId, ids }: { datasetId: number; ids: readonly number[] },
  by: By,
): Promise<number> {
  // Images before their records, as saving does, so that neither waits for the other.
  await sql`select id from image where id = any(${ids}) order by id for update`.execute(db)
  const fields = await listFields(db, datasetId)
  const { rows: records } = await sql<FieldRecord>`
    select distinct record.*
    from image join field_record as record on record.dataset_id = image.dataset_id
      and (record.subject, record.subject_key) in (
        ('image', ${subjectKeys.image}), ('eye', ${subjectKeys.eye}), ('visit', ${subjectKeys.visit}))
    where image.id = any(${ids})
    order by record.id`.execute(db)
  let changed = 0
  for (const record of records) changed += await computeRecord(db, record, { fields, by })
  return changed
}

async function computeRecord(
  db: Db,
  record: FieldRecord,
  { fields, by }: { fields: readonly DatasetField[]; by: By },
): Promise<number> {
  const own = fields.filter(
    ({ field }) =>
      field.subject === record.subject && (field.perReader === undefined) === record.is_agreed,
  )
  const after = withComputed(
    own.map(({ field }) => field),
    record.values,
  )
  const changed = own.filter(
    ({ field: { key } }) => !sameValue(record.values[key] ?? null, after[key] ?? null),
  )
  if (changed.length === 0) return 0
  const versions = { ...record.versions }
  for (const { field, version } of changed) {
    if (after[field.key] === undefined) delete versions[field.key]
    else versions[field.key] = version
  }
  await db
    .updateTable('field_record')
    .set({ values: JSON.stringify(after), versions: JSON.stringify(versions) })
    .where('id', '=', record.id)
    .execute()
  await db
    .insertInto('field_history')
    .values(
      changed.map((described) =>
        historyRow(record.id, described, { before: record.values, after, by }),
      ),
    )
    .execute()
  return changed.length
}
