import { message } from '#contract/messages/message'

import type { IdentityProviderSettings } from '../../identity-provider.ts'
import { breaksUnique, inTransaction, type Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { insertOwnDataset } from '../datasets/queries.ts'
import {
  changeUser,
  findUserByIdentity,
  insertUser,
  lockUserCount,
  type UserRow,
} from '../users/queries.ts'
import { followGroups, isMember } from './follow-groups.ts'
import { type Person, usernameOf } from './person.ts'

/** The account of somebody who has signed in at the provider, and the changes by their groups. */
interface Admitted {
  readonly user: UserRow
  readonly change: Readonly<Record<string, unknown>> | null
}

/**
 * Finds the account of a person by issuer and subject, never by name or email, or creates it with a
 * dataset of its own; then gives it the rights of the person's groups.
 * @throws {Problem} if the person may not sign in, or another account has the username
 */
export function admitPerson(
  db: Db,
  settings: IdentityProviderSettings,
  { person, now }: { person: Person; now: Date },
): Promise<Admitted> {
  const { rights } = settings
  if (!isMember(rights, person.groups)) {
    throw new Problem('forbidden', message('singleSignOn.notAllowed'))
  }
  return inTransaction(db, async (trx) => {
    await lockUserCount(trx)
    const known = await findUserByIdentity(trx, person)
    const user = known ?? (await createAccount(trx, settings, { person, now }))
    if (known !== undefined && known.name !== person.name && person.name !== '') {
      await changeUser(trx, user.id, { name: person.name })
    }
    const { email = user.email } = person
    await changeUser(trx, user.id, { confirmed_at: now, email })
    const change = await followGroups(trx, user, { rights, groups: person.groups })
    return { user: (await findUserByIdentity(trx, person)) ?? user, change }
  })
}

async function createAccount(
  db: Db,
  settings: IdentityProviderSettings,
  { person, now }: { person: Person; now: Date },
): Promise<UserRow> {
  const { issuer, subject, name } = person
  const username = usernameOf(person, settings)
  const user = await insertUser(db, {
    username,
    name,
    passwordHash: '',
    isAdmin: false,
    group: '',
    hasTemporaryPassword: false,
    person: { issuer, subject, confirmedAt: now },
  }).catch((error: unknown) => {
    throw breaksUnique(error, 'app_user_username')
      ? new Problem('name_taken', message('singleSignOn.usernameTaken', { username }))
      : error
  })
  await insertOwnDataset(db, user)
  return user
}
