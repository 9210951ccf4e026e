import { english, message, type Message, type MessageKey, tell } from '#contract/messages/message'
import { problems, type ProblemBody, type ProblemCode } from '#contract/problems'

/** A refusal or failure reported to the caller: a code of the catalogue and a remedy. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly told: Message
  readonly fields: Readonly<Record<string, Message>> | undefined
  readonly current: unknown
  /** Whole seconds after which the same call may succeed. */
  readonly afterSeconds: number | undefined

  constructor(
    code: ProblemCode,
    told: Message,
    more: {
      fields?: Record<string, Message>
      current?: unknown
      afterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(english(told), { cause: more.cause })
    this.name = 'Problem'
    this.code = code
    this.told = told
    this.fields = more.fields
    this.current = more.current
    this.afterSeconds = more.afterSeconds
  }

  get status(): number {
    return problems[this.code].status
  }

  present(): ProblemBody {
    return {
      ...tell(this.told),
      code: this.code,
      ...(this.fields === undefined ? {} : presentFields(this.fields)),
      ...(this.current === undefined ? {} : { current: this.current }),
    }
  }
}

/** Faults of single fields, in English and by message key. */
export function presentFields(fields: Readonly<Record<string, Message>>) {
  const inEnglish = Object.entries(fields).map(([name, told]) => [name, english(told)] as const)
  return { fields: Object.fromEntries(inEnglish), field_messages: fields }
}

export type Noun =
  Extract<MessageKey, `notFound.${string}`> extends `notFound.${infer Name}` ? Name : never

/** One message for objects that do not exist and for those that the caller may not know of. */
export function notFound(noun: Noun): Problem {
  return new Problem('not_found', message(`notFound.${noun}`))
}

export function storageFull(cause: unknown): Problem {
  return new Problem('storage_full', message('files.diskFull'), { cause })
}
