import { answerParent } from './answer-parent.ts'
import { startHelper } from './helper-process.ts'

/**
 * A program in its own process that answers one request after another. A thread will not do for WebAssembly:
 * V8 tracks WebAssembly's calls into JavaScript per process, and aborts the process when it loses count as
 * threads start and end (nodejs/node#64500).
 */
export interface Process<Request, Answer> extends AsyncDisposable {
  /** Rejects once the process has ended, as it does when the program fails. */
  readonly ask: (request: Request) => Promise<Answer>
}

interface Limits {
  readonly megabytes: number
}

/** @param setUp sent to the program before the first request */
export function openProcess<Request extends object, Answer>(
  program: string,
  setUp: object,
  { megabytes }: Limits,
): Process<Request, Answer> {
  // New objects are read and passed on: a larger young generation would only fill up before it is
  // collected.
  const execArgv = [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=4']
  const helper = startHelper<object, Answer>(program, { execArgv })
  // If it fails, the first request reports it.
  helper.ask(setUp).catch(() => undefined)
  return {
    ask: (request) => helper.ask(request),
    async [Symbol.asyncDispose]() {
      helper[Symbol.dispose]()
      await Promise.resolve()
    },
  }
}

/**
 * Runs in the program: answers requests in order for as long as its parent lives.
 * @param answererOf gets the set-up
 */
export function answerRequests(answererOf: (setUp: never) => (request: never) => unknown): void {
  let answer: ((request: never) => unknown) | undefined
  answerParent((message) => {
    if (answer !== undefined) return Promise.resolve(answer(message))
    answer = answererOf(message)
    return Promise.resolve(null)
  })
}
