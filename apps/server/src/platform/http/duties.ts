import type { Duty } from '#contract/duties'
import { message } from '#contract/messages/message'

import type { Caller } from './actor.ts'
import { Problem } from './problem.ts'

/** The refusal of other calls while a duty stands. */
const refusals: Readonly<Record<Duty, () => Problem>> = {
  change_password: () =>
    new Problem('password_change_required', message('account.changePasswordFirst')),
  add_second_factor: () =>
    new Problem('second_factor_setup_required', message('secondFactor.addFirst')),
}

/** @throws {Problem} if the caller has a duty other than those that the call may precede */
export function refuseBeforeDuty({ duty = null }: Caller, before: readonly Duty[]): void {
  if (duty !== null && !before.includes(duty)) throw refusals[duty]()
}
