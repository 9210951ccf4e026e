import { sql } from 'kysely'

import { intraclassCorrelation } from '#agreement/numbers'
import type { AssignmentAgreement, AssignmentFieldAgreement } from '#contract/adjudication'
import type { DatasetField, Field } from '#contract/fields/field'
import { sameValue, type FieldValue, type FieldValues } from '#contract/fields/value'

import type { Db } from '../../platform/database/database.ts'
import { finalGrades } from '../assignments/final-grades.ts'
import type { AssignmentRow } from '../assignments/queries.ts'
import { formOf, listReadings, type Reading } from '../assignments/readings.ts'
import { kappaOfAll, valueAgreement, type ValuePair } from '../fields/value-agreement.ts'
import { periodOf } from './periods.ts'

/** How far the readers of an assignment agree with each other, with the final grades and with themselves. */
export async function agreementOf(db: Db, assignment: AssignmentRow): Promise<AssignmentAgreement> {
  const form = await formOf(db, assignment)
  const readings = await listReadings(db, { assignment, form }, { submitted: true })
  const finals = new Map(
    (await finalGrades(db, assignment.id)).map(({ image_id: id, finals: values }) => [id, values]),
  )
  return {
    fields: form
      .filter(({ field }) => field.type !== 'text')
      .map((described) => fieldAgreement(described, readings, finals)),
    outlines: await outlineAgreements(db, assignment.id),
  }
}

/** A reading with a value in the field. */
interface Stated extends Reading {
  readonly value: FieldValue
}

function fieldAgreement(
  { field }: DatasetField,
  readings: readonly Reading[],
  finals: ReadonlyMap<number, FieldValues>,
): AssignmentFieldAgreement {
  const stated = readings.flatMap((each): Stated[] => {
    const value = each.values[field.key]
    return value === undefined ? [] : [{ ...each, value }]
  })
  const first = stated.filter(({ round }) => round === 1)
  const subjects = [...Map.groupBy(first, (each) => each.source_image_id).values()]
  const shared = subjects.filter((each) => each.length > 1)
  return {
    key: field.key,
    subjects: shared.length,
    same: shared.filter(areSame).length,
    kappa: kappaOfAll(field, shared.map(valuesIn)),
    icc: iccOfAll(field, shared),
    pairs: pairsOf(shared).map(({ readers, pairs }) => ({
      readers,
      ...valueAgreement(field, pairs),
    })),
    finals: byReader(first, (each) => finals.get(each.source_image_id)?.[field.key], field),
    regrades: byReader(first, againIn(stated), field),
    periods: periodsOf(field, shared),
  }
}

function valuesIn(readings: readonly Stated[]): FieldValue[] {
  return readings.map(({ value }) => value)
}

function areSame([first, ...others]: readonly Stated[]): boolean {
  return others.every(({ value }) => first !== undefined && sameValue(value, first.value))
}

/** ICC of the images that all readers read; null if not all images were read by the same readers. */
function iccOfAll(field: Field, shared: readonly (readonly Stated[])[]) {
  if (field.type !== 'number') return null
  const readers = new Set(shared.flat().map(({ reader_id: id }) => id)).size
  const rows = shared
    .filter((each) => each.length === readers)
    .map((each) => each.flatMap(({ value }) => (typeof value === 'number' ? [value] : [])))
    .filter((row) => row.length === readers)
  return intraclassCorrelation(rows)
}

interface ReaderPair {
  readonly readers: [string, string]
  readonly pairs: readonly ValuePair[]
}

function pairsOf(shared: readonly (readonly Stated[])[]): ReaderPair[] {
  const found = new Map<string, { readers: [string, string]; pairs: ValuePair[] }>()
  for (const readings of shared)
    for (const [i, a] of readings.entries())
      for (const b of readings.slice(i + 1)) {
        const key = `${a.reader_id} ${b.reader_id}`
        const pair = found.get(key) ?? { readers: [a.username, b.username], pairs: [] }
        pair.pairs.push([a.value, b.value])
        found.set(key, pair)
      }
  return [...found.values()].toSorted((a, b) => b.pairs.length - a.pairs.length)
}

/** Each reader's values against others of the same images. */
function byReader(
  readings: readonly Stated[],
  otherOf: (reading: Stated) => FieldValue | undefined,
  field: Field,
): AssignmentFieldAgreement['finals'] {
  const pairs = readings.flatMap((each) => {
    const other = otherOf(each)
    return other === undefined
      ? []
      : [{ reader: each.username, pair: [each.value, other] as const }]
  })
  return [...Map.groupBy(pairs, ({ reader }) => reader)].map(([reader, own]) => ({
    reader,
    ...valueAgreement(
      field,
      own.map(({ pair }) => pair),
    ),
  }))
}

/** Finds what a reader said of the same image the second time. */
function againIn(stated: readonly Stated[]): (reading: Stated) => FieldValue | undefined {
  const keyOf = ({ reader_id: reader, source_image_id: image }: Stated) => `${reader} ${image}`
  const again = new Map(
    stated.flatMap((each) => (each.round === 2 ? [[keyOf(each), each.value]] : [])),
  )
  return (reading) => again.get(keyOf(reading))
}

function periodsOf(
  field: Field,
  shared: readonly (readonly Stated[])[],
): AssignmentFieldAgreement['periods'] {
  const days = shared.map((readings) => ({ readings, day: lastDay(readings) }))
  const period = periodOf(days.map(({ day }) => day))
  return [...Map.groupBy(days, ({ day }) => period(day))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, within]) => ({
      from,
      subjects: within.length,
      same: within.filter(({ readings }) => areSame(readings)).length,
      kappa: kappaOfAll(
        field,
        within.map(({ readings }) => valuesIn(readings)),
      ),
    }))
}

/** The day on which the last reader submitted. */
function lastDay(readings: readonly Stated[]): string {
  const days = readings.map(({ changed_at: at }) => at?.toISOString().slice(0, 10) ?? '')
  return days.toSorted().at(-1) ?? ''
}

async function outlineAgreements(
  db: Db,
  assignmentId: number,
): Promise<AssignmentAgreement['outlines']> {
  const { rows } = await sql<{
    category: string
    reader_a: string
    reader_b: string
    images: number
    dice: number
    mean_distance: number | null
    distance_95: number | null
  }>`
    select category.name as category, a.username as reader_a, b.username as reader_b,
      count(*)::integer as images, avg(pair.dice) as dice,
      avg(pair.mean_distance) as mean_distance, avg(pair.distance_95) as distance_95
    from outline_agreement as pair
      join assignment_image as image on image.id = pair.assignment_image_id
      join category on category.id = pair.category_id
      join assignment_reader as reader_a on reader_a.id = pair.reader_a
      join assignment_reader as reader_b on reader_b.id = pair.reader_b
      join app_user as a on a.id = reader_a.user_id
      join app_user as b on b.id = reader_b.user_id
    where image.assignment_id = ${assignmentId}
    group by category.id, category.name, a.id, b.id
    order by category.name, images desc, a.username, b.username`.execute(db)
  return rows.map(({ reader_a, reader_b, ...row }) => ({ ...row, readers: [reader_a, reader_b] }))
}
