import { english, message, type Message, recognise } from '#contract/messages/message'
import type { ProblemBody } from '#contract/problems'

import { presentFields } from './problem.ts'

/** One thing that a schema refuses, as the validation hands it on. */
export interface InputIssue {
  readonly keyword: string
  /** '/keypoint_edges/0' */
  readonly instancePath: string
  readonly message?: string | undefined
  readonly params?: Readonly<Record<string, unknown>>
}

/** What is wrong with the input, field by field. */
export function invalidInput(issues: readonly InputIssue[]): ProblemBody {
  const fields: Record<string, Message> = {}
  for (const issue of issues) {
    const field = issue.instancePath.split('/').filter(Boolean).join('.') || 'request'
    fields[field] ??= messageOf(issue)
  }
  const lines = Object.entries(fields).map(([field, told]) => `${field}: ${english(told)}`)
  return { code: 'invalid_input', message: lines.join(' '), ...presentFields(fields) }
}

/** The schema's own words where it has some, else words for the kind of issue. */
function messageOf(issue: InputIssue): Message {
  const own = recognise(issue.message ?? '')
  if (own !== undefined) return own
  return generalMessages[issue.keyword]?.(issue.params ?? {}, issue) ?? message('input.invalid')
}

type Describe = (params: Readonly<Record<string, unknown>>, issue: InputIssue) => Message

const generalMessages: Readonly<Record<string, Describe>> = {
  invalid_type: ({ expected }, issue) =>
    issue.message?.endsWith('received undefined') === true
      ? message('input.missing')
      : message('input.wrongKind', { expected: String(expected) }),
  too_small({ origin, minimum }) {
    const count = Number(minimum)
    if (origin === 'string') {
      return count === 1 ? message('input.empty') : message('input.tooShort', { count })
    }
    return message(origin === 'array' ? 'input.tooFew' : 'input.tooSmall', { count })
  },
  too_big({ origin, maximum }) {
    const count = Number(maximum)
    if (origin === 'string') return message('input.tooLong', { count })
    return message(origin === 'array' ? 'input.tooMany' : 'input.tooBig', { count })
  },
  invalid_value: ({ values }) => message('input.unknownOption', { options: listOf(values) }),
  invalid_format: ({ format }) => message('input.wrongFormat', { format: String(format) }),
  unrecognized_keys: ({ keys }) => message('input.unknownFields', { names: listOf(keys) }),
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values)
}
