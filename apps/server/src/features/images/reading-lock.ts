import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'

/**
 * Refuses changes to a case that its reader has submitted or referred, and by anybody else to a
 * blinded reader's copy. Locks the cases at the image until the transaction ends, so that nothing
 * is changed while one is submitted.
 * @throws {Problem} not_possible_now
 */
export async function refuseLocked(db: Db, actor: Actor, imageId: number): Promise<void> {
  const cases = await db
    .selectFrom('assignment_item')
    .innerJoin('assignment_reader', 'assignment_reader.id', 'assignment_item.reader_id')
    .innerJoin('assignment', 'assignment.id', 'assignment_reader.assignment_id')
    .select([
      'assignment_item.state',
      'assignment_reader.user_id',
      'assignment.is_blinded',
      'assignment.closed_at',
    ])
    .where('assignment_item.image_id', '=', imageId)
    .forShare('assignment_item')
    .execute()
  for (const each of cases) {
    const isOwn = each.user_id === actor.id
    if (each.is_blinded && !isOwn) throw refusal('assignments.otherReader')
    if (each.is_blinded && each.closed_at !== null) throw refusal('assignments.closed')
    if (isOwn && isFinished(each)) throw refusal('assignments.locked')
  }
}

/** Whether the reader has given the case out of hand. */
export function isFinished({ state }: { readonly state: string }): boolean {
  return state === 'submitted' || state === 'referred'
}

function refusal(key: 'assignments.otherReader' | 'assignments.closed' | 'assignments.locked') {
  return new Problem('not_possible_now', message(key))
}
