import { parentPort, Worker, workerData } from 'node:worker_threads'

/** A program in a thread of its own, which answers one request after the other. */
export interface Thread<Request, Answer> extends AsyncDisposable {
  /** Rejects with what the program failed of; the thread has ended then. */
  readonly ask: (request: Request) => Promise<Answer>
}

interface Limits {
  readonly megabytes: number
}

/** @param setUp what the program gets before the first request */
export function openThread<Request, Answer>(
  program: string,
  setUp: object,
  { megabytes }: Limits,
): Thread<Request, Answer> {
  const worker = new Worker(program, {
    workerData: setUp,
    // What is young is read and handed over: more room would be filled before it is cleared.
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 8 },
  })
  const waiting: PromiseWithResolvers<Answer>[] = []
  let ended: Error | undefined

  const end = (why: Error): void => {
    ended ??= why
    for (const each of waiting.splice(0)) each.reject(ended)
  }
  worker.on('message', (answer: Answer) => waiting.shift()?.resolve(answer))
  worker.on('error', end)
  worker.on('exit', () => end(new Error(`The thread of ${program} has ended.`)))

  return {
    ask(request) {
      if (ended !== undefined) return Promise.reject(ended)
      const answer = Promise.withResolvers<Answer>()
      waiting.push(answer)
      worker.postMessage(request)
      return answer.promise
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

/**
 * The program's side: answers requests in their order for as long as the thread lives.
 * @param answererOf gets the set-up
 */
export function answerRequests(answererOf: (setUp: never) => (request: never) => unknown): void {
  const answer = answererOf(workerData as never)
  parentPort?.on('message', (request) => parentPort?.postMessage(answer(request as never)))
}
