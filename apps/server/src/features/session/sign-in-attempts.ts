import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'

/** Free failures: people mistype. */
const freeFailures = 5
const longestLockMs = 15 * 60_000
/** Age at which an account's failures are forgotten. */
const forgetAfterMs = 24 * 3600_000
/**
 * Maximum existing accounts that may fail from one address within an hour: more than a hospital behind one
 * address mistypes, fewer than trying one password on every account needs.
 */
const mostAccounts = 50
const hourMs = 3600_000

/** A sign-in attempt: address and user name. */
export interface Attempt {
  readonly username: string
  readonly address: string
}

const subjectOf = ({ username }: Pick<Attempt, 'username'>): string =>
  `user:${username.toLowerCase()}`

/** @throws {Problem} while the account is locked, or too many accounts failed from the address. */
export async function refuseWhileLocked(db: Db, clock: Clock, attempt: Attempt): Promise<void> {
  const now = clock().getTime()
  const until = Math.max(await lockOfAccount(db, attempt), await lockOfAddress(db, attempt, now))
  if (until <= now) return
  const seconds = Math.ceil((until - now) / 1000)
  throw new Problem('too_many_attempts', message('account.tooManyAttempts', { seconds }))
}

/** When the account may be tried again, in milliseconds since 1970. */
async function lockOfAccount(db: Db, attempt: Attempt): Promise<number> {
  const failure = await db
    .selectFrom('sign_in_failure')
    .select('locked_until')
    .where('subject', '=', subjectOf(attempt))
    .executeTakeFirst()
  return failure?.locked_until?.getTime() ?? 0
}

/** The accounts that are locked at the moment, in lower case, and until when. */
export async function locksAt(db: Db, now: Date): Promise<ReadonlyMap<string, Date>> {
  const failures = await db
    .selectFrom('sign_in_failure')
    .select(['subject', 'locked_until'])
    .where('locked_until', '>', now)
    .execute()
  return new Map(
    failures.flatMap(({ subject, locked_until: until }) =>
      until === null ? [] : [[subject.replace(/^user:/u, ''), until]],
    ),
  )
}

/** When the address may be tried from again, in milliseconds since 1970. */
async function lockOfAddress(db: Db, { address }: Attempt, now: number): Promise<number> {
  const { accounts, first } = await db
    .selectFrom('sign_in_failure_from')
    .select((eb) => [
      eb.fn.countAll<number>().as('accounts'),
      eb.fn.min('last_failed_at').as('first'),
    ])
    .where('address', '=', address)
    .where('last_failed_at', '>', new Date(now - hourMs))
    .executeTakeFirstOrThrow()
  return accounts < mostAccounts ? 0 : (first?.getTime() ?? 0) + hourMs
}

/**
 * Counts a failure. Beyond the free number, each one doubles the wait of the account, also for invented
 * names, so that no one learns which exist; the address is counted for existing accounts only.
 */
export async function recordFailure(
  db: Db,
  clock: Clock,
  attempt: Attempt & { readonly exists: boolean },
): Promise<void> {
  const now = clock()
  const username = attempt.username.toLowerCase()
  await forgetOld(db, now)
  if (attempt.exists) {
    await db
      .insertInto('sign_in_failure_from')
      .values({ address: attempt.address, username, last_failed_at: now })
      .onConflict((conflict) =>
        conflict.columns(['address', 'username']).doUpdateSet({ last_failed_at: now }),
      )
      .execute()
  }
  const { failures } = await db
    .insertInto('sign_in_failure')
    .values({ subject: subjectOf(attempt), failures: 1, last_failed_at: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        failures: eb('sign_in_failure.failures', '+', 1),
        last_failed_at: now,
      })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  if (failures < freeFailures) return
  const lockMs = Math.min(1000 * 2 ** (failures - freeFailures), longestLockMs)
  await db
    .updateTable('sign_in_failure')
    .set({ locked_until: new Date(now.getTime() + lockMs) })
    .where('subject', '=', subjectOf(attempt))
    .execute()
}

async function forgetOld(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where('last_failed_at', '<', new Date(now.getTime() - forgetAfterMs))
    .execute()
  await db
    .deleteFrom('sign_in_failure_from')
    .where('last_failed_at', '<', new Date(now.getTime() - hourMs))
    .execute()
}

/** After a successful sign-in. */
export async function forgetFailuresFrom(db: Db, attempt: Attempt): Promise<void> {
  await forgetFailures(db, attempt.username)
  await db
    .deleteFrom('sign_in_failure_from')
    .where('address', '=', attempt.address)
    .where('username', '=', attempt.username.toLowerCase())
    .execute()
}

/** After an administrator sets a new password, which unlocks the account. */
export async function forgetFailures(db: Db, username: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('subject', '=', subjectOf({ username })).execute()
}
