import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

interface Limits {
  /** Ends the thread and rejects. */
  readonly signal: AbortSignal
  readonly megabytes: number
}

/** The first message of a program that computes it from a request, in a thread that ends then. */
export async function runThread<Answer>(
  program: string,
  request: object,
  { signal, megabytes }: Limits,
): Promise<Answer> {
  signal.throwIfAborted()
  const worker = new Worker(program, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  try {
    const [answer] = (await once(worker, 'message', { signal })) as [Answer]
    return answer
  } finally {
    await worker.terminate()
  }
}
