import type { z } from 'zod'

import { english, isMessage, type Message } from './message.ts'

/** The error of a schema with a message: its issue has the English text and carries the message. */
export function saying(told: Message): { readonly error: z.core.$ZodErrorMap } {
  return { error: (issue) => say(issue, told) }
}

/** The issue that a refinement adds, with a message. */
export function issueSaying(told: Message) {
  return { code: 'custom', message: english(told), told } as const
}

/** Attaches the message to an issue, which zod hands on with all its keys; answers its English text. */
export function say(issue: z.core.$ZodRawIssue, told: Message): string {
  issue['told'] = told
  return english(told)
}

/** The message that was attached to an issue. */
export function saidBy(issue: z.core.$ZodIssue): Message | undefined {
  return 'told' in issue && isMessage(issue.told) ? issue.told : undefined
}
