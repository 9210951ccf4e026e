import type { Account } from '#contract/users'

import { hasExpired } from './expired.ts'

export const userStates = ['all', 'admin', 'noSecondFactor', 'locked', 'expired'] as const
export type UserState = (typeof userStates)[number]

/** Columns by which the list can be sorted, and the text that orders it. */
const orders = {
  username: ({ username }: Account) => username,
  name: ({ name }: Account) => name,
  expiration: ({ subscription_expiration: day }: Account) => day ?? '',
  admin: ({ is_admin: isAdmin }: Account) => (isAdmin ? '0' : '1'),
  lastSeen: ({ last_seen: at }: Account) => at ?? '',
} as const
export type UserOrderKey = keyof typeof orders

export interface UserOrder {
  key: UserOrderKey
  isAscending: boolean
}

/** The accounts in the given state and order. */
export function listedUsers(
  users: readonly Account[],
  state: UserState,
  { key, isAscending }: UserOrder,
  today: string,
): Account[] {
  const hasState = (user: Account) =>
    ({
      all: true,
      admin: user.is_admin,
      noSecondFactor: !user.has_second_factor && !user.external,
      locked: user.locked_until !== null,
      expired: hasExpired(user.subscription_expiration, today),
    })[state]
  const direction = isAscending ? 1 : -1
  const text = orders[key]
  return users
    .filter((user) => hasState(user))
    .toSorted((a, b) => direction * text(a).localeCompare(text(b)))
}
