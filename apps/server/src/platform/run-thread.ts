import { once } from 'node:events'
import { Worker, type Transferable } from 'node:worker_threads'

interface Limits {
  /** Ends the thread and rejects. */
  readonly signal: AbortSignal
  readonly megabytes: number
  /** Parts of the request that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[]
}

/**
 * Runs a program for one request in a thread that ends afterwards, and returns its first message.
 */
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
