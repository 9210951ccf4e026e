import path from 'node:path'

import { message, type Message } from '#contract/messages/message'

import {
  HelperEnded,
  startHelper,
  type HelperOptions,
  type HelperProcess,
} from './helper-process.ts'
import { log } from './log.ts'

/** A helper process could not be started; this implies nothing about the input. */
export class HelperUnavailable extends Error {
  readonly told: Message = message('requests.helperAway')
  constructor(cause: unknown) {
    super('A helper process ended again and again.', { cause })
    this.name = 'HelperUnavailable'
  }
}

/** Processes of one program, each replaced when it dies, each with one request at a time. */
export interface HelperPool<Request, Answer> extends AsyncDisposable {
  /**
   * Returns the answer of the first free process; if that dies, of another.
   * @throws {HelperEnded} `late`, `hungry`, or `died` if two processes crashed on the request;
   * {HelperUnavailable}; and the signal's reason.
   */
  ask(request: Request, signal?: AbortSignal): Promise<Answer>
  /** Whether all processes are busy, so that a request would wait. */
  readonly isBusy: boolean
}

interface PoolOptions extends HelperOptions {
  readonly size: number
  /** How long one request may take. */
  readonly ms: number
  /** A process is replaced after this many requests, to reclaim memory that codecs leak. */
  readonly mostRequests?: number
}

const mostTries = 2

export function openHelperPool<Request extends object, Answer>(
  program: string,
  { size, ms, mostRequests = Infinity, ...options }: PoolOptions,
): HelperPool<Request, Answer> {
  type Helper = HelperProcess<Request, Answer>
  const idle: Helper[] = []
  const busy = new Set<Helper>()
  const waiting: (() => void)[] = []
  let taken = 0
  let isClosed = false

  /** Waits for a place, and takes a living helper for it. */
  async function take(): Promise<Helper> {
    if (taken === size) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken += 1
    let helper = idle.pop()
    while (helper?.isAlive === false) helper = idle.pop()
    helper ??= startHelper<Request, Answer>(program, options)
    busy.add(helper)
    return helper
  }

  /** The place goes to the request that has waited longest. */
  function giveBack(helper: Helper): void {
    busy.delete(helper)
    if (helper.asked >= mostRequests) helper[Symbol.dispose]()
    if (helper.isAlive) idle.push(helper)
    const next = waiting.shift()
    if (next === undefined) taken -= 1
    else next()
  }

  async function askOnce(request: Request, signal: AbortSignal | undefined): Promise<Answer> {
    const helper = await take()
    try {
      return await helper.ask(request, { ms, signal })
    } finally {
      giveBack(helper)
    }
  }

  return {
    async ask(request, signal) {
      let crashes = 0
      let last: unknown
      for (let tries = 0; tries < mostTries; tries++) {
        try {
          return await askOnce(request, signal)
        } catch (error) {
          if (isClosed || !(error instanceof HelperEnded) || error.by !== 'died') throw error
          log.error(`${path.basename(program)} has ended and is started again`, error)
          if (error.isCrash) crashes += 1
          last = error
        }
      }
      throw crashes === mostTries ? last : new HelperUnavailable(last)
    },
    get isBusy() {
      return taken === size
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const helper of [...idle, ...busy]) helper[Symbol.dispose]()
      await Promise.resolve()
    },
  }
}
