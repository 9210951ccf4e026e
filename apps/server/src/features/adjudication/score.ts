import type { Score } from '#contract/adjudication'
import type { FieldValue } from '#contract/fields/value'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { compare, isCompared } from '../assignments/compare.ts'
import { finalGrades } from '../assignments/final-grades.ts'
import { getAssignmentRow } from '../assignments/queries.ts'
import { formOf, listReadings } from '../assignments/readings.ts'
import { valueAgreement } from '../fields/value-agreement.ts'

/**
 * The caller's score by the answer key of a training set.
 * @param workId the caller's place in the assignment
 * @throws {Problem} not_found; not_possible_now without a key, and until all cases are submitted
 */
export async function scoreOf(db: Db, actor: Actor, workId: number): Promise<Score> {
  const reader = await db
    .selectFrom('assignment_reader')
    .selectAll()
    .where('id', '=', workId)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  if (reader === undefined) throw notFound('assignment')
  const assignment = await getAssignmentRow(db, reader.assignment_id)
  if (assignment.key_of === null)
    throw new Problem('not_possible_now', message('assignments.noKey'))
  const form = (await formOf(db, assignment)).filter(({ field }) => isCompared(field))
  const all = await listReadings(db, { assignment, form })
  const own = all.filter((each) => each.reader_id === reader.id && each.round === 1)
  if (own.some(({ state }) => state !== 'submitted'))
    throw new Problem('not_possible_now', message('assignments.notAllSubmitted'))
  const key = new Map(
    (await finalGrades(db, assignment.key_of)).map(({ image_id: id, finals }) => [id, finals]),
  )
  const fields = form.map(({ field }) => {
    const pairs = own.flatMap(({ source_image_id: id, values }) => {
      const answer = key.get(id)?.[field.key]
      const value = values[field.key]
      return answer === undefined ? [] : [{ value, answer }]
    })
    const tolerance = assignment.tolerances[field.key] ?? 0
    const isRight = ({ value, answer }: { value: FieldValue | undefined; answer: FieldValue }) =>
      compare(field, [value, answer], tolerance).agreed !== undefined
    const given = pairs.flatMap(({ value, answer }) =>
      value === undefined ? [] : [[value, answer] as const],
    )
    return {
      key: field.key,
      words: field.words,
      ...valueAgreement(field, given),
      subjects: pairs.length,
      same: pairs.filter(isRight).length,
    }
  })
  const answers = sum(fields.map(({ subjects }) => subjects))
  const right = sum(fields.map(({ same }) => same))
  const least = assignment.pass_share
  const ends = own.map(({ changed_at: at }) => at?.getTime() ?? 0)
  return {
    name: assignment.name,
    reader: actor.name === '' ? actor.username : actor.name,
    answers,
    right,
    pass_share: least,
    passed: least === null ? null : answers > 0 && right / answers >= least,
    finished_at: ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString(),
    fields,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
