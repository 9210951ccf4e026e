import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'

/** Failures that cost nothing: people mistype. An address may have many people behind it. */
const freeFailures = { user: 5, address: 30 }
const longestLockMs = 15 * 60_000
/** Failures this long ago are forgotten. */
const forgetAfterMs = 24 * 3600_000

type Subject = { kind: 'user' | 'address'; value: string }

function subjectsOf(username: string, address: string): Subject[] {
  return [
    { kind: 'user', value: username.toLowerCase() },
    { kind: 'address', value: address },
  ]
}

const keyOf = (subject: Subject): string => `${subject.kind}:${subject.value}`

/** @throws {Problem} while the account or the address is locked. */
export async function refuseWhileLocked(
  db: Db,
  clock: Clock,
  username: string,
  address: string,
): Promise<void> {
  const now = clock()
  const { until } = await db
    .selectFrom('sign_in_failure')
    .select((eb) => eb.fn.max('locked_until').as('until'))
    .where('subject', 'in', subjectsOf(username, address).map(keyOf))
    .where('locked_until', '>', now)
    .executeTakeFirstOrThrow()
  if (until === null) return
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  throw new Problem('too_many_attempts', message('account.tooManyAttempts', { seconds }))
}

/** Counts a failure; from the free number on, each one doubles the wait. */
export async function recordFailure(
  db: Db,
  clock: Clock,
  username: string,
  address: string,
): Promise<void> {
  const now = clock()
  await db
    .deleteFrom('sign_in_failure')
    .where('last_failed_at', '<', new Date(now.getTime() - forgetAfterMs))
    .execute()
  for (const subject of subjectsOf(username, address)) {
    const { failures } = await db
      .insertInto('sign_in_failure')
      .values({ subject: keyOf(subject), failures: 1, last_failed_at: now })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((eb) => ({
          failures: eb('sign_in_failure.failures', '+', 1),
          last_failed_at: now,
        })),
      )
      .returning('failures')
      .executeTakeFirstOrThrow()
    const beyond = failures - freeFailures[subject.kind]
    if (beyond < 0) continue
    const lockMs = Math.min(1000 * 2 ** beyond, longestLockMs)
    await db
      .updateTable('sign_in_failure')
      .set({ locked_until: new Date(now.getTime() + lockMs) })
      .where('subject', '=', keyOf(subject))
      .execute()
  }
}

/** After a sign-in that succeeded, or a new password from an administrator, which unlocks the account. */
export async function forgetFailures(db: Db, username: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where('subject', '=', keyOf({ kind: 'user', value: username.toLowerCase() }))
    .execute()
}
