import type { Click } from '#retina/clicks/window'

import { OperationsError } from '../operations.ts'
import type { PhotographSource } from '../photograph/wand.ts'
import type { ClicksMessage, ClicksRequest, Outlined } from './clicks-worker.ts'

/** Milliseconds from the start of loading the runtime and the network until clicks no longer wait for them. */
const startLimit = 10_000
/** Milliseconds for one answer, the loading of the photograph included. */
const answerLimit = 30_000

interface Running {
  readonly worker: Worker
  /** False if the runtime or the network cannot be loaded. */
  readonly isReady: Promise<boolean>
  /** False, once loading has taken too long. */
  readonly isLate: Promise<false>
}

interface Waiting {
  resolve(outlined: Outlined | null): void
  reject(error: OperationsError): void
}

/**
 * Outlines objects of one photograph by clicks in a separate thread, which loads the runtime and the
 * network of `#retina/clicks` at their first use. It is not restarted after a failure.
 */
export class ClickOutliner {
  readonly #photograph: PhotographSource
  #running: Running | null = null
  #isUnusable = false
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor(photograph: PhotographSource) {
    this.#photograph = photograph
  }

  /** Loads everything before the first click. */
  prepare(): void {
    if (!this.#isUnusable) this.#running ??= this.#start()
  }

  /**
   * The outline of the clicked object; null if this browser cannot run the network or has not loaded it
   * in time.
   * @throws {OperationsError} if the photograph is not available, or the reason of the signal
   */
  async outline(clicks: readonly Click[], signal: AbortSignal): Promise<Outlined | null> {
    this.prepare()
    const running = this.#running
    if (running === null || !(await Promise.race([running.isReady, running.isLate]))) return null
    signal.throwIfAborted()
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Outlined | null>()
    this.#waiting.set(id, { resolve, reject })
    const late = setTimeout(() => this.#giveUp(), answerLimit)
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    ask(running.worker, { kind: 'outline', id, clicks })
    try {
      return await promise
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', abort)
      this.#waiting.delete(id)
    }
  }

  close(): void {
    const closed = new OperationsError('unavailable', 'The annotator was closed.')
    for (const waiting of this.#waiting.values()) waiting.reject(closed)
    this.#giveUp()
  }

  #start(): Running {
    const worker = new Worker(new URL('./clicks-worker.ts', import.meta.url), { type: 'module' })
    const { promise: isReady, resolve } = Promise.withResolvers<boolean>()
    const fail = () => {
      resolve(false)
      this.#giveUp()
    }
    worker.addEventListener('error', fail)
    worker.addEventListener('message', ({ data }: MessageEvent<ClicksMessage>) => {
      if (data.kind === 'ready') resolve(true)
      else if (data.kind === 'unusable') fail()
      else this.#told(data)
    })
    ask(worker, { kind: 'open', photograph: this.#photograph })
    return { worker, isReady, isLate: lateAfter(startLimit) }
  }

  #told(message: Extract<ClicksMessage, { id: number }>): void {
    const waiting = this.#waiting.get(message.id)
    if (message.kind === 'answer') waiting?.resolve(message.outlined)
    else waiting?.reject(new OperationsError('no photograph', message.reason))
  }

  #giveUp(): void {
    this.#isUnusable = true
    this.#running?.worker.terminate()
    this.#running = null
    for (const waiting of this.#waiting.values()) waiting.resolve(null)
  }
}

function lateAfter(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds))
}

function ask(worker: Worker, request: ClicksRequest): void {
  worker.postMessage(request, [])
}
