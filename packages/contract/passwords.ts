import { z } from 'zod'

const special = /[^A-Za-z0-9&\\;<>]/

/** The five rules of a password, each with the message that is shown while it is broken. */
export const passwordRules: readonly { message: string; holds: (password: string) => boolean }[] = [
  { message: 'At least 8 characters.', holds: (password) => Array.from(password).length >= 8 },
  { message: 'At least one uppercase letter.', holds: (password) => /[A-Z]/.test(password) },
  { message: 'At least one lowercase letter.', holds: (password) => /[a-z]/.test(password) },
  { message: 'At least one number.', holds: (password) => /[0-9]/.test(password) },
  { message: 'At least one special character.', holds: (password) => special.test(password) },
]

/** The messages of the rules that the password breaks, in their order. */
export function brokenPasswordRules(password: string): string[] {
  return passwordRules.filter((rule) => !rule.holds(password)).map((rule) => rule.message)
}

/** Refused beyond this length, so that hashing cannot be made to take for ever. */
export const longestPassword = 1024

export const NewPassword = z
  .string()
  .max(longestPassword)
  .superRefine((password, context) => {
    for (const message of brokenPasswordRules(password)) {
      context.addIssue({ code: 'custom', message })
    }
  })

/** What is typed to sign in: checked against the stored hash only. */
export const Password = z.string().min(1).max(longestPassword)

export const usernamePattern = /^[A-Za-z0-9_.-]+$/
export const Username = z
  .string()
  .min(1)
  .max(64)
  .regex(usernamePattern, 'Only letters, digits, underscore, dot and hyphen are allowed.')
