import type { Duty } from '#contract/duties'
import type { PasswordRule } from '#contract/passwords'

import { hasSecondFactor } from './second-factors.ts'

/** Columns of `session` and `app_user` from which the duty of a session follows. */
export const dutyColumns = [
  'app_user.has_temporary_password',
  'app_user.must_change_password',
  'session.owes_second_factor',
  hasSecondFactor.as('has_second_factor'),
] as const

interface Standing {
  readonly has_temporary_password: boolean
  readonly must_change_password: boolean
  readonly owes_second_factor: boolean
  readonly has_second_factor: boolean
}

/** The first duty of a session; null if it has none. */
export function dutyOf(standing: Standing, passwordRule: PasswordRule): Duty | null {
  const isTooWellKnown = passwordRule === 'strict' && standing.has_temporary_password
  if (standing.must_change_password || isTooWellKnown) return 'change_password'
  const lacksFactor = standing.owes_second_factor && !standing.has_second_factor
  return lacksFactor ? 'add_second_factor' : null
}
