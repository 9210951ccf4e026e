import { describe, expect, it } from 'vitest'

import type { Account } from '#contract/users'

import { listedUsers } from './listed-users.ts'

const today = '2026-03-01'

function account(username: string, change: Partial<Account> = {}): Account {
  return {
    id: 1,
    username,
    name: '',
    is_admin: false,
    anonymous: false,
    subscription_expiration: '2999-01-01',
    last_seen: null,
    group: '',
    has_temporary_password: false,
    external: false,
    has_second_factor: false,
    site_id: null,
    emergency_access: false,
    email: null,
    locked_until: null,
    ...change,
  }
}

const users = [
  account('lee', { last_seen: '2026-02-01T10:00:00Z' }),
  account('Kim', { is_admin: true, last_seen: '2026-01-01T10:00:00Z' }),
  account('park', { subscription_expiration: today }),
  account('choi', { locked_until: '2026-03-01T10:00:00Z' }),
]

const names = (
  ...[state, key, isAscending = true]: [
    Parameters<typeof listedUsers>[1],
    Parameters<typeof listedUsers>[2]['key'],
    boolean?,
  ]
) => listedUsers(users, state, { key, isAscending }, today).map(({ username }) => username)

describe('the list of accounts', () => {
  it('is ordered without regard to case, and backwards', () => {
    expect(names('all', 'username')).toEqual(['choi', 'Kim', 'lee', 'park'])
    expect(names('all', 'lastSeen', false).slice(0, 2)).toEqual(['lee', 'Kim'])
  })

  it('shows administrators, locked accounts, or those that expired today', () => {
    expect(names('admin', 'username')).toEqual(['Kim'])
    expect(names('locked', 'username')).toEqual(['choi'])
    expect(names('expired', 'username')).toEqual(['park'])
  })
})
