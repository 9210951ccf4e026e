import type { ProblemBody, ProblemCode, ToldKey } from '#contract/problems'

/** Failures of a call besides the server's own problems. */
export type CallErrorCode = ProblemCode | 'unreachable' | 'timed_out' | 'unexpected_answer'

/** A failed call; `status` is 0 if no answer came. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly code: CallErrorCode
  /** The message by its key in the catalogue. */
  readonly key: string | undefined
  readonly params: Readonly<Record<string, unknown>> | undefined
  /** Faults of single fields of the input. */
  readonly fieldMessages: Readonly<Record<string, { message: string } & ToldKey>>
  readonly current: unknown

  constructor(
    status: number,
    problem: Omit<ProblemBody, 'code'> & { code: CallErrorCode },
    options?: ErrorOptions,
  ) {
    super(problem.message, options)
    this.status = status
    this.code = problem.code
    this.key = problem.key
    this.params = problem.params
    this.fieldMessages = fieldMessagesOf(problem)
    this.current = problem.current
  }
}

function fieldMessagesOf({
  fields,
  field_messages,
}: Pick<ProblemBody, 'fields' | 'field_messages'>) {
  const told = Object.entries(field_messages ?? {})
  return Object.fromEntries(
    told.map(([name, text]) => [name, { message: fields?.[name] ?? '', ...text }]),
  )
}

/** The problem in an error response, even if a proxy has replaced its body. */
export function problemOf(status: number, text: string): CallError {
  const body = parseJson(text)
  if (isProblem(body)) return new CallError(status, body)
  return new CallError(status, {
    code: 'unexpected_answer',
    message: `The server answered with status ${status}.`,
  })
}

export function unreachable(cause: unknown): CallError {
  return new CallError(
    0,
    { code: 'unreachable', message: 'The server could not be reached.' },
    { cause },
  )
}

export function timedOut(milliseconds: number): CallError {
  return new CallError(0, {
    code: 'timed_out',
    message: `The server did not answer within ${milliseconds / 1000} seconds.`,
  })
}

export function unexpectedAnswer(cause: unknown): CallError {
  return new CallError(
    200,
    { code: 'unexpected_answer', message: 'The server gave an answer that was not understood.' },
    { cause },
  )
}

/** Parses JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isProblem(body: unknown): body is ProblemBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'message' in body &&
    typeof body.message === 'string' &&
    'code' in body &&
    typeof body.code === 'string'
  )
}
