import { message } from '#contract/messages/message'

import type { IdentityProviderSettings } from '../../identity-provider.ts'
import { inTransaction, type Db } from '../../platform/database/database.ts'
import type { Identity } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { endAllSessions } from '../session/sessions.ts'
import { keepAnAdmin } from '../users/delete-account.ts'
import { changeUser, findUserById, findUserByIdentity } from '../users/queries.ts'
import { refuseWithoutPassword } from '../users/refuse-without-password.ts'
import { isMember } from './follow-groups.ts'
import type { Person } from './person.ts'
import { startedElsewhere } from './provider-failure.ts'

interface Linking {
  readonly actor: Identity
  /** The account for which the attempt was begun. */
  readonly userId: number
  readonly person: Person
  readonly now: Date
}

/**
 * Makes a local account the one of a person at the provider, who signs in there from now on: its
 * password, second factors, sessions and access tokens end.
 * @throws {Problem} if its user is not signed in any more, or it must stay local
 */
export function linkAccount(
  db: Db,
  { rights, emergencyAdmin }: IdentityProviderSettings,
  { actor, userId, person, now }: Linking,
): Promise<void> {
  const { issuer, subject } = person
  return inTransaction(db, async (trx) => {
    const user = actor.id === userId ? await findUserById(trx, userId) : undefined
    if (user === undefined) throw startedElsewhere()
    refuseWithoutPassword(user)
    if (!isMember(rights, person.groups)) {
      throw new Problem('forbidden', message('singleSignOn.notAllowed'))
    }
    if (user.username.toLowerCase() === emergencyAdmin?.toLowerCase()) {
      throw new Problem('not_possible_now', message('singleSignOn.emergencyStays'))
    }
    await keepAnAdmin(trx, user, false)
    const other = await findUserByIdentity(trx, person)
    if (other !== undefined) {
      const { username } = other
      throw new Problem('not_possible_now', message('singleSignOn.personKnown', { username }))
    }
    for (const table of ['authenticator', 'passkey', 'recovery_code', 'password_link'] as const) {
      await trx.deleteFrom(table).where('user_id', '=', userId).execute()
    }
    await changeUser(trx, userId, {
      issuer,
      subject,
      confirmed_at: now,
      password_hash: '',
      has_temporary_password: false,
      must_change_password: false,
      second_factor_removed_at: null,
    })
    await endAllSessions(trx, userId)
  })
}
