import type { z } from 'zod'

import type { settleImage } from '#contract/adjudication'
import type { DatasetField } from '#contract/fields/field'
import { sameValue, type FieldValue, type FieldValues } from '#contract/fields/value'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { writeFinals } from '../assignments/final-grades.ts'
import type { AssignmentRow } from '../assignments/queries.ts'
import { formOf } from '../assignments/readings.ts'
import { outlinesOf } from '../assignments/reader-outlines.ts'
import { changeImage, lockImage, withFollowing } from '../assignments/settle.ts'
import { fieldFor, refuseMisfit } from '../fields/check-values.ts'
import { refuseUnanswered } from '../fields/refuse-unanswered.ts'
import { letteredReadings, type LetteredReading } from './image-readers.ts'
import { imagesOf } from './queries.ts'

interface Deciding {
  readonly assignment: AssignmentRow
  readonly sourceId: number
  readonly decision: z.output<(typeof settleImage)['body']>
  readonly at: Date
}

/**
 * Writes the adjudicator's grades as final: as taken from readers if one of them gave the same.
 * @returns the image of the assignment
 * @throws {Problem} not_found; stale_revision if the readings or the decision changed since the caller
 * has seen them; not_possible_now while readers still read; invalid_input
 */
export async function decide(
  db: Db,
  actor: Actor,
  { assignment, sourceId, decision, at }: Deciding,
): Promise<{ readonly id: number; readonly file_name: string }> {
  const image = await lockImage(db, assignment, sourceId)
  const source = await imagesOf(db, assignment.id)
    .where('source.id', '=', sourceId)
    .select('source.file_name')
    .executeTakeFirst()
  if (image === undefined || source === undefined) throw notFound('image')
  if (image.state === 'reading')
    throw new Problem('not_possible_now', message('assignments.stillReading'))
  if (image.revision !== decision.revision)
    throw new Problem('stale_revision', message('assignments.staleReading'), {
      current: { revision: image.revision },
    })
  const form = await formOf(db, assignment)
  const readings = await letteredReadings(db, { assignment, form }, sourceId)
  const values = gradesOf(form, decision.grades)
  await writeFinals(
    db,
    { assignmentImageId: image.id, fields: form, values },
    { by: actor, at, basisOf: (key, value) => basisOf(form, readings, { key, value }) },
  )
  const outlines = await chooseOutlines(db, actor, { assignment, sourceId, decision, readings })
  await changeImage(db, image, {
    state: 'settled',
    ...outlines,
    note: decision.note,
    changed_at: at,
  })
  return { id: image.id, file_name: source.file_name }
}

/** @throws {Problem} invalid_input for a value that does not fit, or a required field without one */
function gradesOf(
  form: readonly DatasetField[],
  grades: Readonly<Record<string, FieldValue | null>>,
): Readonly<Record<string, FieldValue | null>> {
  for (const [key, value] of Object.entries(grades))
    refuseMisfit(fieldFor(form, key, ['image', 'eye', 'visit']), value)
  const entered: Record<string, FieldValue | null> = {}
  for (const { field } of form)
    if (field.computed === undefined) entered[field.key] = grades[field.key] ?? null
  const all = withFollowing(form, entered)
  const given: FieldValues = Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  )
  refuseUnanswered(form, given)
  return all
}

function basisOf(
  form: readonly DatasetField[],
  readings: readonly LetteredReading[],
  { key, value }: { key: string; value: FieldValue | null },
) {
  const field = form.find((each) => each.field.key === key)?.field
  if (field?.computed !== undefined) return 'computed'
  return readings.some(({ values }) => sameValue(values[key] ?? null, value))
    ? 'reader'
    : 'adjudicator'
}

/** Whose outlines are final, as columns of the image. */
async function chooseOutlines(
  db: Db,
  actor: Actor,
  {
    sourceId,
    decision: { outlines },
    readings,
  }: Omit<Deciding, 'at'> & { readonly readings: readonly LetteredReading[] },
): Promise<{ outlines_of: number | null; outlines_by: number | null }> {
  if (outlines === null) return { outlines_of: null, outlines_by: null }
  if (outlines === 'own') {
    const own = { image_id: sourceId, source_image_id: sourceId, user_id: actor.id ?? 0 }
    if ((await outlinesOf(db, own)).length === 0)
      throw new Problem('invalid_input', message('assignments.nothingDrawn'))
    return { outlines_of: null, outlines_by: actor.id }
  }
  const taken = readings.find(({ letter }) => letter === outlines)
  if (taken === undefined)
    throw new Problem('invalid_input', message('assignments.unknownReader', { letter: outlines }))
  return { outlines_of: taken.reader_id, outlines_by: null }
}
