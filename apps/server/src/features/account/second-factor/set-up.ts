import { message } from '#contract/messages/message'

import type { Db } from '../../../platform/database/database.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { hasFactor, needsSecondFactor } from '../../session/second-factors.ts'
import type { UserRow } from '../../users/queries.ts'
import { countRecoveryCodes, dropRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'

/** Time for opening the app and typing its first code, or for fetching a key. */
export const setupSeconds = 600

/** Codes for an account that has none; null if it has some. */
export async function firstRecoveryCodes(db: Db, userId: number): Promise<string[] | null> {
  return (await countRecoveryCodes(db, userId)) > 0 ? null : makeRecoveryCodes(db, userId)
}

/**
 * After one factor was removed: without another, recovery codes are of no use.
 * @throws {Problem} if the account must have a factor, and has none left
 */
export async function settleRemoval(db: Db, own: UserRow): Promise<void> {
  if (await hasFactor(db, own.id)) return
  if (await needsSecondFactor(db, own)) {
    throw new Problem('not_possible_now', message('secondFactor.keepOne'))
  }
  await dropRecoveryCodes(db, own.id)
}
