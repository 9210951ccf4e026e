import { setImmediate as othersTurn } from 'node:timers/promises'

import type { Selectable } from 'kysely'

import { type Drawing, drawingAgreement } from '#agreement/drawings'
import type { DatasetField } from '#contract/fields/field'
import { withComputed } from '#contract/fields/rules'
import type { FieldValue, FieldValues } from '#contract/fields/value'
import type { PolygonOperations } from '#geometry/boolean'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { isFinished } from '../images/reading-lock.ts'
import { compare, isCompared } from './compare.ts'
import { finalsOf, writeFinals } from './final-grades.ts'
import type { AssignmentRow } from './queries.ts'
import { formOf, listReadings, type Reading } from './readings.ts'
import { drawingsByCategory, outlinesOf } from './reader-outlines.ts'

export type AssignedImageRow = Selectable<Schema['assignment_image']>

export interface Settling {
  readonly assignment: AssignmentRow
  readonly operations: PolygonOperations
  readonly at: Date
}

/**
 * Compares what the readers of an image said, once all of them have submitted or referred it: what they
 * agree on is final, the rest is for an adjudicator. Before that, nothing is final.
 */
export async function settle(
  db: Db,
  sourceId: number,
  { assignment, operations, at }: Settling,
): Promise<void> {
  const image = await lockImage(db, assignment, sourceId)
  if (image === undefined) return
  const form = await formOf(db, assignment)
  const all = await listReadings(db, { assignment, form }, { sourceId })
  const readings = all.filter(({ round }) => round === 1)
  if (!readings.every(isFinished)) return withdraw(db, image, { form, at })
  const { differing, agreed } = compareGrades(assignment, form, readings)
  const outlines = assignment.asks_outlines
    ? await compareOutlines(db, image, { assignment, readings, operations })
    : { differ: false, typical: null }
  const isReferred = readings.some(({ state }) => state === 'referred')
  const isSettled = differing.length === 0 && !outlines.differ && !isReferred
  await writeFinals(
    db,
    { assignmentImageId: image.id, fields: form, values: agreed },
    { by: null, at, basisOf: (_, value) => (value === null ? 'withdrawn' : 'unanimous') },
  )
  await changeImage(db, image, {
    state: isSettled ? 'agreed' : 'differs',
    differing,
    outlines_differ: outlines.differ,
    is_referred: isReferred,
    outlines_of: isSettled ? outlines.typical : null,
    outlines_by: null,
    changed_at: at,
  })
}

/** The image of an assignment, which nobody else settles until the transaction ends. */
export function lockImage(
  db: Db,
  { id }: Pick<AssignmentRow, 'id'>,
  sourceId: number,
): Promise<AssignedImageRow | undefined> {
  return db
    .selectFrom('assignment_image')
    .selectAll()
    .where('assignment_id', '=', id)
    .where('source_image_id', '=', sourceId)
    .forUpdate()
    .executeTakeFirst()
}

/** Changes what is known of an image, and its revision. */
export async function changeImage(
  db: Db,
  { id, revision }: AssignedImageRow,
  change: Partial<Omit<AssignedImageRow, 'id' | 'assignment_id' | 'source_image_id' | 'revision'>>,
): Promise<void> {
  await db
    .updateTable('assignment_image')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .execute()
}

interface Withdrawal {
  readonly form: readonly DatasetField[]
  readonly at: Date
}

async function withdraw(db: Db, image: AssignedImageRow, { form, at }: Withdrawal): Promise<void> {
  if (image.state === 'reading') return
  const finals = await finalsOf(db, image.id)
  await writeFinals(
    db,
    {
      assignmentImageId: image.id,
      fields: form,
      values: Object.fromEntries(Object.keys(finals).map((key) => [key, null])),
    },
    { by: null, at, basisOf: () => 'withdrawn' },
  )
  await db.deleteFrom('outline_agreement').where('assignment_image_id', '=', image.id).execute()
  await changeImage(db, image, {
    state: 'reading',
    differing: [],
    outlines_differ: false,
    is_referred: false,
    outlines_of: null,
    outlines_by: null,
    note: '',
    changed_at: at,
  })
}

interface Grades {
  readonly differing: string[]
  /** By each field that is decided, with what is computed from all of them. */
  readonly agreed: Readonly<Record<string, FieldValue | null>>
}

function compareGrades(
  { tolerances }: AssignmentRow,
  form: readonly DatasetField[],
  readings: readonly Reading[],
): Grades {
  const differing: string[] = []
  const agreed: Record<string, FieldValue | null> = {}
  for (const { field } of form) {
    if (!isCompared(field)) continue
    const values = readings.map((each) => each.values[field.key])
    const comparison = compare(field, values, tolerances[field.key] ?? 0)
    // A difference takes back what was final, such as before a case was handed back.
    agreed[field.key] = comparison.agreed ?? null
    if (comparison.agreed === undefined) differing.push(field.key)
  }
  return { differing, agreed: differing.length === 0 ? withFollowing(form, agreed) : agreed }
}

/** The grades with those that are computed from them. */
export function withFollowing(
  form: readonly DatasetField[],
  grades: Readonly<Record<string, FieldValue | null>>,
): Readonly<Record<string, FieldValue | null>> {
  const entered: FieldValues = Object.fromEntries(
    Object.entries(grades).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  )
  const all = withComputed(
    form.map(({ field }) => field),
    entered,
  )
  const computed = form.filter(({ field }) => field.computed !== undefined)
  return {
    ...grades,
    ...Object.fromEntries(computed.map(({ field: { key } }) => [key, all[key] ?? null])),
  }
}

interface Drawn extends Pick<Settling, 'assignment' | 'operations'> {
  readonly readings: readonly Reading[]
}

const nothingDrawn: Drawing = { area: [], lines: [], points: [] }

/**
 * Compares the outlines of each pair of readers.
 * @returns whether a category differs, and the reader whose outlines are the most like all others
 */
async function compareOutlines(
  db: Db,
  image: AssignedImageRow,
  { assignment, readings, operations }: Drawn,
): Promise<{ differ: boolean; typical: number | null }> {
  const compared = { operations, longestSide: await longestSideOf(db, image) }
  const drawings = await Promise.all(
    readings.map(async (reading) => ({
      id: reading.reader_id,
      byCategory: drawingsByCategory(await outlinesOf(db, reading), operations),
    })),
  )
  const categories = new Set(drawings.flatMap(({ byCategory }) => [...byCategory.keys()]))
  const rows: Selectable<Schema['outline_agreement']>[] = []
  for (const [i, a] of drawings.entries())
    for (const b of drawings.slice(i + 1))
      for (const category of categories) {
        const { dice, distance } = drawingAgreement(
          a.byCategory.get(category) ?? nothingDrawn,
          b.byCategory.get(category) ?? nothingDrawn,
          compared,
        )
        rows.push({
          assignment_image_id: image.id,
          category_id: category,
          reader_a: a.id,
          reader_b: b.id,
          dice,
          mean_distance: distance?.mean ?? null,
          distance_95: distance?.most95 ?? null,
        })
        // Polygons of thousands of points take time.
        await othersTurn()
      }
  await db.deleteFrom('outline_agreement').where('assignment_image_id', '=', image.id).execute()
  if (rows.length > 0) await db.insertInto('outline_agreement').values(rows).execute()
  const likeness = (id: number) =>
    rows.reduce((sum, row) => sum + (row.reader_a === id || row.reader_b === id ? row.dice : 0), 0)
  const [typical] = drawings.toSorted((a, b) => likeness(b.id) - likeness(a.id))
  return {
    differ: rows.some(({ dice }) => dice < assignment.least_dice),
    typical: typical?.id ?? null,
  }
}

async function longestSideOf(
  db: Db,
  { source_image_id: id }: Pick<AssignedImageRow, 'source_image_id'>,
): Promise<number> {
  const { width, height } = await db
    .selectFrom('image')
    .select(['width', 'height'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Math.max(width, height)
}
