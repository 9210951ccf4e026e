/** How the command ends, for scripts. */
export const exitCodes = {
  done: 0,
  /** The server refused or failed, or some of the files or tasks did. */
  failed: 1,
  /** The command was not written as `--help` says. */
  usage: 2,
  /** No token, or one that does not suffice. */
  notAllowed: 3,
  notFound: 4,
  /** The server could not be reached, also after repeated tries. */
  unreachable: 5,
} as const

export type Ending = keyof typeof exitCodes

/** An end of the command with a sentence for its user. */
export class Failure extends Error {
  readonly ending: Ending

  constructor(ending: Ending, sentence: string) {
    super(sentence)
    this.ending = ending
  }
}

/** The server's answer was an error. */
export class Refusal extends Failure {
  readonly status: number
  /** Key of the server's sentence in the catalogue of messages. */
  readonly key: string | undefined

  constructor(status: number, sentence: string, key?: string) {
    super(endingOf(status), sentence)
    this.status = status
    this.key = key
  }
}

/** Some of the work failed. The answer tells which, so that a script need not read sentences. */
export class PartFailure extends Failure {
  readonly answer: object

  constructor(sentence: string, answer: object) {
    super('failed', sentence)
    this.answer = answer
  }
}

/** The ending for the status of an answer that is an error. */
function endingOf(status: number): Ending {
  if (status === 401 || status === 403) return 'notAllowed'
  return status === 404 ? 'notFound' : 'failed'
}
