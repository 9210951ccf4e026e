import { answerParent } from './answer-parent.ts'
import { startHelper } from './helper-process.ts'

/**
 * A program in a process of its own, which answers one request after the other. For WebAssembly it
 * must be no thread: V8 keeps WebAssembly's calls into JavaScript for all threads of a process, and
 * aborts the process when it loses count of them as threads come and go (nodejs/node#64500).
 */
export interface Process<Request, Answer> extends AsyncDisposable {
  /** Rejects once the process has ended, as it does when the program fails. */
  readonly ask: (request: Request) => Promise<Answer>
}

interface Limits {
  readonly megabytes: number
}

/** @param setUp what the program gets before the first request */
export function openProcess<Request extends object, Answer>(
  program: string,
  setUp: object,
  { megabytes }: Limits,
): Process<Request, Answer> {
  // What is young is read and handed over: more room would be filled before it is cleared.
  const execArgv = [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=4']
  const helper = startHelper<object, Answer>(program, { execArgv })
  // Where it fails, the first request tells.
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
 * The program's side: answers requests in their order for as long as its parent lives.
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
