import type { SignedInUser, User } from '#contract/account'
import type { Duty } from '#contract/duties'

import type { Identity } from '../../platform/http/actor.ts'
import type { UserRow } from './queries.ts'

export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    is_admin: row.is_admin,
    anonymous: false,
    subscription_expiration: row.subscription_expiration,
    last_seen: row.last_seen_at?.toISOString() ?? null,
    group: row.group_name,
    has_temporary_password: row.has_temporary_password,
    external: row.issuer !== null,
    site_id: row.site_id,
    emergency_access: row.has_emergency_access,
    email: row.email,
  }
}

/** The user of a session. */
export function presentSignedIn(row: UserRow, { duty }: { duty: Duty | null }): SignedInUser {
  return {
    ...presentUser(row),
    duty,
    second_factor_removed_at: row.second_factor_removed_at?.toISOString() ?? null,
  }
}

/** The user of everyone if sign-in is switched off. */
export function presentAnonymous(actor: Identity): SignedInUser {
  return {
    id: null,
    username: actor.username,
    name: actor.name,
    is_admin: false,
    anonymous: true,
    subscription_expiration: null,
    last_seen: null,
    group: '',
    has_temporary_password: false,
    external: false,
    duty: null,
    second_factor_removed_at: null,
    site_id: null,
    emergency_access: false,
    email: null,
  }
}
