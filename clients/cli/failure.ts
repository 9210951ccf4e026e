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

/** The ending for the status of an answer that is an error. */
export function endingOf(status: number): Ending {
  if (status === 401 || status === 403) return 'notAllowed'
  return status === 404 ? 'notFound' : 'failed'
}
