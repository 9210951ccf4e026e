import { sql, type RawBuilder } from 'kysely'

import type { Field, FieldSubject } from '#contract/fields/field'
import { ListedValue } from '#contract/fields/value'
import { valueAsText } from '#contract/fields/words'
import type { FieldStatistics } from '#contract/statistics'

import type { Db } from '../../platform/database/database.ts'
import { listFields, subjectKeys } from '../fields/queries.ts'
import { fieldAgreement } from './field-agreement.ts'

/** The values of each field of a dataset: how many, how often each option, and the numbers. */
export async function fieldStatistics(db: Db, datasetId: number): Promise<FieldStatistics[]> {
  const fields = (await listFields(db, datasetId)).map(({ field }) => field)
  const statistics: FieldStatistics[] = []
  for (const field of fields) {
    const records = recordsOf(datasetId, field.subject)
    statistics.push({
      field,
      ...(await totals(db, records, field)),
      counts: hasOptions(field) ? await countsOf(db, records, field) : {},
      numbers: field.type === 'number' ? await numbersOf(db, records, field) : null,
      agreement: await fieldAgreement(db, datasetId, field),
    })
  }
  return statistics
}

function hasOptions({ type }: Field): boolean {
  return type === 'choice' || type === 'choices' || type === 'yesNo'
}

/** A row with `fields` for each subject of that kind, without those in the undo list. */
function recordsOf(datasetId: number, subject: FieldSubject): RawBuilder<unknown> {
  const images = sql`image.dataset_id = ${datasetId}
    and image.deleted_at is null and image.twin is null`
  if (subject === 'annotation') {
    return sql`(select annotation.fields from annotation join image on image.id = annotation.image_id
      where ${images} and annotation.deleted_at is null)`
  }
  const key = subjectKeys[subject]
  return sql`(select distinct on (${key}) image.fields from image where ${images} order by ${key})`
}

async function totals(
  db: Db,
  records: RawBuilder<unknown>,
  { key }: Field,
): Promise<{ subjects: number; values: number }> {
  const { rows } = await sql<{ subjects: number; values: number }>`
    select count(*)::integer as subjects,
      count(*) filter (where fields ? ${key})::integer as values
    from ${records} as record`.execute(db)
  return rows[0] ?? { subjects: 0, values: 0 }
}

/** Each selected choice counts separately. */
async function countsOf(
  db: Db,
  records: RawBuilder<unknown>,
  { key }: Field,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ value: unknown; count: number }>`
    select value, count(*)::integer as count
    from ${records} as record, jsonb_array_elements(
      case jsonb_typeof(fields -> ${key}) when 'array' then fields -> ${key}
        else jsonb_build_array(fields -> ${key}) end) as value
    where fields ? ${key}
    group by value`.execute(db)
  return Object.fromEntries(
    rows.map(({ value, count }) => [valueAsText(ListedValue.parse(value)), count]),
  )
}

async function numbersOf(
  db: Db,
  records: RawBuilder<unknown>,
  { key }: Field,
): Promise<FieldStatistics['numbers']> {
  const { rows } = await sql<NonNullable<FieldStatistics['numbers']>>`
    select count(*)::integer as count, avg(number) as mean, coalesce(stddev_samp(number), 0) as sd,
      min(number) as least, max(number) as greatest
    from (
      select (fields ->> ${key})::double precision as number from ${records} as record
      where jsonb_typeof(fields -> ${key}) = 'number') as entered
    having count(*) > 0`.execute(db)
  return rows[0] ?? null
}
