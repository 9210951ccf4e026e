import { sql } from 'kysely'

import type { ReadingLock } from '#contract/annotations'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'

/** Why an assignment keeps the actor from changing an image; null if none does. */
export async function lockOf(db: Db, actor: Actor, imageId: number): Promise<ReadingLock | null> {
  return firstLock(await casesAt(db, [imageId]).execute(), actor)
}

/** The images that assignments keep the actor from changing; their cases remain as in {@link refuseLocked}. */
export async function lockedAmong(
  db: Db,
  actor: Pick<Actor, 'id'>,
  imageIds: readonly number[],
): Promise<ReadonlySet<number | null>> {
  const cases = await casesAt(db, imageIds).forShare('assignment_item').execute()
  return new Set(
    cases.flatMap((each) => (firstLock([each], actor) === null ? [] : [each.image_id])),
  )
}

/**
 * Refuses changes to an image that an assignment locks for the actor. The cases at the image remain
 * locked until the transaction ends, so that nothing is changed while one is submitted.
 * @throws {Problem} not_possible_now
 */
export async function refuseLocked(db: Db, actor: Actor, imageId: number): Promise<void> {
  const cases = await casesAt(db, [imageId]).forShare('assignment_item').execute()
  const lock = firstLock(cases, actor)
  if (lock !== null) throw new Problem('not_possible_now', message(`assignments.${lock}`))
}

function casesAt(db: Db, imageIds: readonly number[]) {
  return db
    .selectFrom('assignment_item')
    .innerJoin('assignment_reader', 'assignment_reader.id', 'assignment_item.reader_id')
    .innerJoin('assignment', 'assignment.id', 'assignment_reader.assignment_id')
    .select([
      'assignment_item.image_id',
      'assignment_item.state',
      'assignment_reader.user_id',
      'assignment.is_blinded',
      'assignment.closed_at',
    ])
    .where('assignment_item.image_id', '=', sql<number>`any(${imageIds}::integer[])`)
}

type Case = Awaited<ReturnType<ReturnType<typeof casesAt>['execute']>>[number]

function firstLock(cases: readonly Case[], actor: Pick<Actor, 'id'>): ReadingLock | null {
  for (const each of cases) {
    const isOwn = each.user_id === actor.id
    if (each.is_blinded && !isOwn) return 'otherReader'
    if (each.is_blinded && each.closed_at !== null) return 'closed'
    if (isOwn && isFinished(each)) return 'locked'
  }
  return null
}

/** Whether the reader has given the case out of hand. */
export function isFinished({ state }: { readonly state: string }): boolean {
  return state === 'submitted' || state === 'referred'
}
