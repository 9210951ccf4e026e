import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Identity } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { findUserById, type UserRow } from '../users/queries.ts'
import { requireAccount } from './require-account.ts'

/** The caller's account. */
export async function getOwn(db: Db, actor: Identity): Promise<UserRow> {
  const user = await findUserById(db, requireAccount(actor))
  if (user === undefined) throw new Problem('not_signed_in', message('account.signInFirst'))
  return user
}
