import type { z } from 'zod'

import { english, message, type Message } from '#contract/messages/message'
import { saidBy, say } from '#contract/messages/saying'
import type { ProblemBody } from '#contract/problems'

import { presentFields, Problem } from './problem.ts'

/** Parsed input, or its faults by field: 'keypoint_edges.0'. */
export type ParsedInput<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly fields: Readonly<Record<string, Message>> }

/** Parses input; reports the first fault of each field. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): ParsedInput<z.output<Schema>> {
  const { data, error } = schema.safeParse(input, { error: describe })
  if (error === undefined) return { ok: true, data }
  const fields: Record<string, Message> = {}
  for (const issue of error.issues) {
    fields[issue.path.join('.') || 'request'] ??= saidBy(issue) ?? message('input.invalid')
  }
  return { ok: false, fields }
}

/** Input that its schema refuses, with messages by field. */
export class InvalidInput extends Problem {
  readonly #fields: Readonly<Record<string, Message>>

  constructor(fields: Readonly<Record<string, Message>>) {
    super('invalid_input', message('input.invalid'), { fields })
    this.#fields = fields
  }

  override present(): ProblemBody {
    const lines = Object.entries(this.#fields).map(([field, told]) => `${field}: ${english(told)}`)
    return { code: this.code, message: lines.join(' '), ...presentFields(this.#fields) }
  }
}

/** Fastify's validator of incoming requests. */
export function validatorCompiler({ schema }: { schema: z.ZodType }) {
  return (input: unknown) => {
    const parsed = parseInput(schema, input)
    return parsed.ok ? { value: parsed.data } : { error: new InvalidInput(parsed.fields) }
  }
}

/** Default message for an issue whose schema has none, by its kind. */
function describe(issue: z.core.$ZodRawIssue): string {
  return say(issue, generalMessage(issue))
}

function generalMessage(issue: z.core.$ZodRawIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? message('input.missing')
        : message('input.wrongKind', { expected: issue.expected })
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum))
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum))
    case 'invalid_value':
      return message('input.unknownOption', { options: issue.values.map(String).join(', ') })
    case 'invalid_format':
      return message('input.wrongFormat', { format: issue.format })
    case 'unrecognized_keys':
      return message('input.unknownFields', { names: issue.keys.join(', ') })
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return message('input.invalid')
  }
}

function tooSmall(origin: string, count: number): Message {
  if (origin === 'string') {
    return count === 1 ? message('input.empty') : message('input.tooShort', { count })
  }
  return message(origin === 'array' ? 'input.tooFew' : 'input.tooSmall', { count })
}

function tooBig(origin: string, count: number): Message {
  if (origin === 'string') return message('input.tooLong', { count })
  return message(origin === 'array' ? 'input.tooMany' : 'input.tooBig', { count })
}
