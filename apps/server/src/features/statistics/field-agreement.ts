import { sql } from 'kysely'

import type { Field } from '#contract/fields/field'
import { sameValue, type FieldValue } from '#contract/fields/value'
import type { FieldAgreement, PairAgreement } from '#contract/statistics'

import type { Db } from '../../platform/database/database.ts'
import { subjectKeys } from '../fields/queries.ts'
import { valueAgreement } from '../fields/value-agreement.ts'

/** The value that one reader stated for one subject. */
interface Reading {
  readonly subject_key: string
  readonly username: string
  readonly value: FieldValue
}

/** Agreement of the readers of a field; null unless each reader states a value of their own. */
export async function fieldAgreement(
  db: Db,
  datasetId: number,
  field: Field,
): Promise<FieldAgreement | null> {
  if (field.perReader === undefined || field.subject === 'annotation') return null
  const readings = await readingsOf(db, datasetId, { key: field.key, subject: field.subject })
  const bySubject = [...Map.groupBy(readings, (each) => each.subject_key).values()]
  const shared = bySubject.filter((each) => each.length > 1)
  const pairs = Map.groupBy(shared.flatMap(pairsOf), ([a, b]) =>
    JSON.stringify([a.username, b.username]),
  )
  return {
    subjects: shared.length,
    same: shared.filter(areSame).length,
    pairs: [...pairs.values()]
      .map((each) => pairAgreement(field, each))
      .toSorted((a, b) => b.subjects - a.subjects),
  }
}

/** The values of subjects that have an image, by reader. */
async function readingsOf(
  db: Db,
  datasetId: number,
  { key, subject }: { key: string; subject: keyof typeof subjectKeys },
): Promise<Reading[]> {
  const { rows } = await sql<Reading>`
    select record.subject_key, app_user.username, record.values -> ${key} as value
    from field_record as record
      join app_user on app_user.id = record.author_id
      join (
        select distinct ${subjectKeys[subject]} as subject_key from image
        where image.dataset_id = ${datasetId} and image.deleted_at is null and image.twin is null
      ) as there on there.subject_key = record.subject_key
    where record.dataset_id = ${datasetId} and record.subject = ${subject}
      and not record.is_agreed and record.values ? ${key}
    order by app_user.username, record.subject_key`.execute(db)
  return rows
}

type Pair = readonly [Reading, Reading]

function pairsOf(readings: readonly Reading[]): Pair[] {
  return readings.flatMap((a, i) => readings.slice(i + 1).map((b): Pair => [a, b]))
}

function areSame([first, ...others]: readonly Reading[]): boolean {
  return others.every(({ value }) => first !== undefined && sameValue(value, first.value))
}

function pairAgreement(field: Field, pairs: readonly Pair[]): PairAgreement {
  const [[first, second] = []] = pairs
  const values = pairs.map(([a, b]) => [a.value, b.value] as const)
  return {
    readers: [first?.username ?? '', second?.username ?? ''],
    ...valueAgreement(field, values),
  }
}
