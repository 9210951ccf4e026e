import { dictionary } from '@zxcvbn-ts/language-common'

import { message, type Message } from '#contract/messages/message'
import { brokenPasswordRules, type PasswordRule } from '#contract/passwords'

import { Problem } from './http/problem.ts'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/**
 * Refuses a password that the strict rule forbids: one that breaks a rule of registration, or is common.
 * Without the strict rule each form has its own rule, checked by the contract.
 * @param field the form field that holds the password
 * @throws {Problem} invalid_input
 */
export function refuseWeak(password: string, field: string, rule: PasswordRule): void {
  if (rule !== 'strict') return
  const [fault] = [...brokenPasswordRules(password), ...commonness(password)]
  if (fault === undefined) return
  throw new Problem('invalid_input', fault, { fields: { [field]: fault } })
}

/** People decorate a common word to satisfy rules: `Password1!` is as easy to guess as `password`. */
function commonness(password: string): Message[] {
  const lower = password.toLowerCase()
  const undecorated = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  return common.has(lower) || common.has(undecorated) ? [message('passwords.common')] : []
}
