import type { z } from 'zod'

import type { Message } from './message.ts'

/** The error of a schema with a message, which its issue carries. */
export function saying(told: Message): { readonly error: z.core.$ZodErrorMap } {
  return {
    error: (issue) => {
      say(issue, told)
      return undefined
    },
  }
}

/** The issue that a refinement adds, with a message. */
export function issueSaying(told: Message) {
  return { code: 'custom', told } as const
}

/**
 * Attaches the message to an issue, which zod hands on with all its keys. The first one stays: that of the check
 * that failed, which zod asks before the schema and the parser.
 */
export function say(issue: z.core.$ZodRawIssue, told: Message): void {
  issue['told'] ??= told
}

/** The message that was attached to an issue. */
export function saidBy(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): Message | undefined {
  return 'told' in issue ? (issue.told as Message | undefined) : undefined
}
