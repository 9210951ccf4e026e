import { problems, type ProblemBody, type ProblemCode } from '#contract/problems'

/** A refusal or failure that the caller is told about: a code of the catalogue and what to do. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: Record<string, string> | undefined
  readonly current: unknown

  constructor(
    code: ProblemCode,
    message: string,
    more: { fields?: Record<string, string>; current?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'Problem'
    this.code = code
    this.fields = more.fields
    this.current = more.current
  }

  get status(): number {
    return problems[this.code].status
  }

  present(): ProblemBody {
    return {
      message: this.message,
      code: this.code,
      ...(this.fields === undefined ? {} : { fields: this.fields }),
      ...(this.current === undefined ? {} : { current: this.current }),
    }
  }
}

/** The same words for what is not there and for what the caller may not know to be there. */
export function notFound(noun: string): Problem {
  return new Problem('not_found', `There is no such ${noun}.`)
}
