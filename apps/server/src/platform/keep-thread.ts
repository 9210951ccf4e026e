import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker } from 'node:worker_threads'

import { log } from './log.ts'

interface Options {
  /** Young generation in MB: the smaller, the sooner it is collected. */
  readonly youngMegabytes: number
  /** Called with null when the program is ready, and with each of its messages. */
  readonly hear: (message: unknown) => void
}

const pauseMs = 1000

/**
 * Runs a program in a thread until disposed of, and starts it again a second after it died. Resolves
 * when it is ready for the first time.
 * @param setUp the program's `workerData`
 * @throws the program's error if it fails before it is ready
 */
export async function keepThread(
  program: string,
  setUp: object,
  { youngMegabytes, hear }: Options,
): Promise<AsyncDisposable> {
  const closing = new AbortController()
  const { signal } = closing
  const start = (): Worker =>
    new Worker(program, {
      workerData: setUp,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    }).on('message', hear)

  let worker = start()
  async function keep(): Promise<void> {
    for (;;) {
      const why = await endOf(worker)
      if (signal.aborted) return
      log.error(`${path.basename(program)} has ended and is started again`, why)
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      worker = start()
    }
  }
  const early = once(worker, 'exit').then(([code]) => {
    throw new Error(`${path.basename(program)} ended before it was ready (exit code ${code}).`)
  })
  await Promise.race([once(worker, 'message'), early])
  const keeping = keep()
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      worker.postMessage('end')
      await keeping
    },
  }
}

/** The thread's error, or its exit code. */
function endOf(worker: Worker): Promise<unknown> {
  return once(worker, 'exit').catch((error: unknown) => error)
}

/**
 * Runs in the thread: reports that it is ready, and keeps these resources until the thread is to
 * end.
 */
export function workUntilEnd(resources: AsyncDisposable): void {
  parentPort?.once('message', () => void end(resources))
  tellParent()
}

/** Even if something else keeps the thread alive, its owner waits for it. */
async function end(resources: AsyncDisposable): Promise<void> {
  try {
    await resources[Symbol.asyncDispose]()
  } finally {
    process.exit()
  }
}

/** Sends a message to the owner of this thread. */
export function tellParent(message: unknown = null): void {
  parentPort?.postMessage(message)
}
