import type { z } from 'zod'

import { fieldName } from '#contract/field-name'
import { fieldNamesIn } from '#contract/field-names'
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
    fields[issue.path.join('.') || wholeRequest] ??= saidBy(issue) ?? message('input.invalid')
  }
  return { ok: false, fields }
}

/** Stands for the path of a fault that no single field has. */
const wholeRequest = 'request'

/** Input that its schema refuses, with messages by field. */
export class InvalidInput extends Problem {
  readonly #fields: Readonly<Record<string, Message>>

  constructor(fields: Readonly<Record<string, Message>>) {
    super('invalid_input', message('input.invalid'), { fields })
    this.#fields = fields
  }

  override present(): ProblemBody {
    const lines = Object.entries(this.#fields).map(([path, told]) => lineOf(path, english(told)))
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

/** The English text of an issue: of its schema's message, else of the one for its kind. */
function describe(issue: z.core.$ZodRawIssue): string {
  const told = saidBy(issue) ?? generalMessage(issue)
  say(issue, told)
  return english(told)
}

function generalMessage(issue: z.core.$ZodRawIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? message('input.missing') : wrongType(issue.expected)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
      return message('input.unknownOption', { options: issue.values.map(String).join(', ') })
    case 'invalid_format':
      return wrongFormat(issue.format)
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

const ofType: Readonly<Record<string, Message>> = {
  string: message('input.notText'),
  number: message('input.notNumber'),
  int: message('input.notWhole'),
  boolean: message('input.notYesNo'),
  array: message('input.notList'),
  tuple: message('input.notList'),
  object: message('input.notGroup'),
  record: message('input.notGroup'),
}

function wrongType(expected: string): Message {
  return ofType[expected] ?? message('input.invalid')
}

const ofFormat: Readonly<Record<string, Message>> = {
  date: message('input.notDay'),
  datetime: message('input.notInstant'),
  url: message('input.notAddress'),
}

function wrongFormat(format: string): Message {
  return ofFormat[format] ?? message('input.invalid')
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>) {
  const count = Number(minimum)
  if (origin === 'string') {
    return count === 1 ? message('input.empty') : message('input.tooShort', { count })
  }
  if (origin === 'array') {
    return count === 1 ? message('input.empty') : message('input.tooFew', { count })
  }
  return message(inclusive === false ? 'input.notAbove' : 'input.tooSmall', { count })
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>) {
  const count = Number(maximum)
  if (origin === 'string') return message('input.tooLong', { count })
  if (origin === 'array') return message('input.tooMany', { count })
  return message(inclusive === false ? 'input.notBelow' : 'input.tooBig', { count })
}

const englishNames = fieldNamesIn('en')

/** A fault in English, after the name of its field, or after its path if it has no name for people. */
function lineOf(path: string, text: string): string {
  return path === wholeRequest ? text : `${fieldName(path, englishNames) ?? path}: ${text}`
}
