import type { Duty } from '#contract/duties'
import type { PasswordRule } from '#contract/passwords'

/** Columns of `app_user` from which the duty of an account follows. */
export const dutyColumns = [
  'app_user.has_temporary_password',
  'app_user.must_change_password',
] as const

/** The first duty of an account; null if it has none. */
export function dutyOf(
  account: { has_temporary_password: boolean; must_change_password: boolean },
  passwordRule: PasswordRule,
): Duty | null {
  const isTooWellKnown = passwordRule === 'strict' && account.has_temporary_password
  return account.must_change_password || isTooWellKnown ? 'change_password' : null
}
