import { z } from 'zod'

import { message, type Message } from './messages/message.ts'
import { issueSaying, saying } from './messages/saying.ts'

const special = /[^A-Za-z0-9&\\;<>]/

/** The five password rules, each with the message shown while it is broken. */
const rules: readonly { told: Message; holds: (password: string) => boolean }[] = [
  { told: message('passwords.length'), holds: (password) => Array.from(password).length >= 8 },
  { told: message('passwords.uppercase'), holds: (password) => /[A-Z]/.test(password) },
  { told: message('passwords.lowercase'), holds: (password) => /[a-z]/.test(password) },
  { told: message('passwords.number'), holds: (password) => /[0-9]/.test(password) },
  { told: message('passwords.special'), holds: (password) => special.test(password) },
]

/** The messages of the rules that the password breaks, in their order. */
export function brokenPasswordRules(password: string): Message[] {
  return rules.filter((rule) => !rule.holds(password)).map((rule) => rule.told)
}

/**
 * Which passwords are taken beyond registration: those that each form takes, or only those that
 * registration takes and that are not common.
 */
export const passwordRules = ['by-form', 'strict'] as const
export type PasswordRule = (typeof passwordRules)[number]

/** Refused beyond this length, so that hashing cannot be made to take for ever. */
export const longestPassword = 1024

export const NewPassword = z
  .string()
  .max(longestPassword)
  .superRefine((password, context) => {
    for (const broken of brokenPasswordRules(password)) {
      context.addIssue(issueSaying(broken))
    }
  })

/** A password typed to sign in: only checked against the stored hash. */
export const Password = z.string().min(1).max(longestPassword)

export const usernamePattern = /^[A-Za-z0-9_.-]+$/
export const Username = z
  .string()
  .min(1)
  .max(64)
  .regex(usernamePattern, saying(message('account.usernameSigns')))
