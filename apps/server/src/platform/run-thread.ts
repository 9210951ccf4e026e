import { once } from 'node:events'
import path from 'node:path'
import { Worker, type Transferable } from 'node:worker_threads'

import { log } from './log.ts'

interface Limits {
  /** Ends the thread and rejects. */
  readonly signal: AbortSignal
  /** Heap of a thread of this program. */
  readonly megabytes: number
  /** Parts of the request that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[]
}

/** Time for which a thread waits for another request. */
const idleMs = 30_000

interface Idle {
  readonly worker: Worker
  readonly ending: NodeJS.Timeout
}

/** At most one by program. */
const idle = new Map<string, Idle>()

/**
 * Has a thread of a program answer one request. The thread stays for another one for a while, because
 * reading and compiling the analysis takes 3 of its 8 seconds. The program calls {@link answerOwner}.
 * @throws the program's error, which ends the thread
 */
export async function runThread<Answer>(
  program: string,
  request: object,
  { signal, megabytes, transfer = [] }: Limits,
): Promise<Answer> {
  signal.throwIfAborted()
  const worker = takeIdle(program) ?? start(program, megabytes)
  const listening = new AbortController()
  const until = { signal: AbortSignal.any([signal, listening.signal]) }
  try {
    const ended = once(worker, 'exit', until).then(([code]) => {
      throw new Error(`The thread of ${program} ended without an answer (exit code ${code}).`)
    })
    const answered = once(worker, 'message', until) as Promise<[Answer]>
    worker.postMessage(request, transfer)
    const [answer] = await Promise.race([answered, ended])
    keepIdle(program, worker)
    return answer
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    listening.abort()
  }
}

function start(program: string, megabytes: number): Worker {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: megabytes } })
  // While it answers, the caller gets the error.
  return worker.on('error', (error) => {
    if (idle.get(program)?.worker !== worker) return
    takeIdle(program)
    log.error(`${path.basename(program)} has failed while idle`, error)
  })
}

function takeIdle(program: string): Worker | undefined {
  const taken = idle.get(program)
  idle.delete(program)
  clearTimeout(taken?.ending)
  taken?.worker.ref()
  return taken?.worker
}

function keepIdle(program: string, worker: Worker): void {
  if (idle.has(program)) return void worker.terminate()
  const ending = setTimeout(() => void takeIdle(program)?.terminate(), idleMs)
  idle.set(program, { worker, ending })
  // Neither an idle thread nor its timer keeps the process alive.
  ending.unref()
  worker.unref()
}
