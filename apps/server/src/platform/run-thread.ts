import { once } from 'node:events'
import { Worker, type Transferable } from 'node:worker_threads'

interface Limits {
  /** Ends the thread and rejects. */
  readonly signal: AbortSignal
  readonly megabytes: number
  /** Parts of the request that are handed over instead of copied. */
  readonly transfer?: readonly Transferable[]
}

/** The first message of a program that computes it from a request, in a thread that ends then. */
export async function runThread<Answer>(
  program: string,
  request: object,
  { signal, megabytes, transfer = [] }: Limits,
): Promise<Answer> {
  signal.throwIfAborted()
  const worker = new Worker(program, {
    workerData: request,
    transferList: [...transfer],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  try {
    const ended = once(worker, 'exit', { signal }).then(([code]) => {
      throw new Error(`The thread of ${program} ended without an answer (exit code ${code}).`)
    })
    const answered = once(worker, 'message', { signal }) as Promise<[Answer]>
    const [answer] = await Promise.race([answered, ended])
    return answer
  } finally {
    await worker.terminate()
  }
}
