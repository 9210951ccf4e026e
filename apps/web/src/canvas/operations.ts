import type { PlanAnswer, ShapePlan } from '#annotation/plan'
import type { Rework, Reworked } from '#annotation/rework'
import { type Search, SearchTooLargeError } from '#annotation/search'
import { sameLines } from '#geometry/line'
import { blocksIn, packRings } from '#geometry/packed-rings'
import type { MultiPolygon } from '#geometry/polygon'
import { unabridge } from '#geometry/shared-rings'

import type { AbridgedAnswer, WorkerMessage, WorkerRequest } from './operations-worker.ts'
import type { PhotographSource } from './photograph/wand.ts'

/** Why an area could not be computed; the annotation is unchanged. */
export class OperationsError extends Error {
  override readonly name = 'OperationsError'
  readonly reason: 'timed out' | 'failed' | 'no photograph' | 'nothing found' | 'unavailable'

  constructor(reason: OperationsError['reason'], detail: string) {
    super(detail)
    this.reason = reason
  }
}

/**
 * Milliseconds for a computation, not counting the loading of a photograph. A gesture waits for its plan; a
 * rework of very many vertices is a command of its own.
 */
const answerLimits = { plan: 2000, rework: 10_000 } as const
/** Milliseconds for the worker to load. */
const startLimit = 20_000

interface Running {
  readonly worker: Worker
  readonly ready: Promise<void>
}

/** A request that is answered, without its number. */
type Request = DistributiveOmit<Extract<WorkerRequest, { id: number }>, 'id'>
type DistributiveOmit<Of, Key extends PropertyKey> = Of extends unknown ? Omit<Of, Key> : never
type Result = AbridgedAnswer | Reworked

interface Waiting {
  /** Permitted milliseconds. */
  readonly allowed: number
  resolve(result: Result): void
  reject(error: OperationsError | SearchTooLargeError): void
  limit?: ReturnType<typeof setTimeout>
}

/**
 * Computes areas in a separate thread. If one takes too long, it is abandoned and the thread restarted; a
 * thread that could not start is retried at the next request.
 */
export class Operations {
  #running: Running | null = null
  readonly #waiting = new Map<number, Waiting>()
  #photograph: PhotographSource
  #lastId = 0

  /** The photograph is searched for similar colours and outlines. */
  constructor(photograph: PhotographSource) {
    this.#photograph = photograph
  }

  /** Sets the analysis's findings of the vessels from now on. */
  setVessels(vessels: PhotographSource['vessels']): void {
    this.#photograph = { ...this.#photograph, vessels }
  }

  /** Loads the worker before its first use, which reports any failure. */
  warmUp(): void {
    this.#start().ready.catch(() => undefined)
  }

  /** Preloads the resources of a search of the worker; its first use reports any failure. */
  prepare(search: Search['kind']): void {
    const { worker, ready } = this.#start()
    const request: WorkerRequest = { kind: 'prepare', search, photograph: this.#photograph }
    ready.then(() => worker.postMessage(request, [])).catch(() => undefined)
  }

  /** @throws {OperationsError | SearchTooLargeError} */
  carryOut = async (plan: ShapePlan): Promise<PlanAnswer> => {
    const photograph = this.#photograph
    // Each kind of request has its kind of result.
    const answer = (await this.#ask({
      kind: 'plan',
      plan: packRings(plan),
      photograph,
    })) as AbridgedAnswer
    const { base, baseLines } = plan
    // Whatever is unchanged remains the same object, so that it is neither painted nor stored again.
    const lines = sameLines(answer.lines, baseLines) ? baseLines : answer.lines
    return { ...answer, geometry: unabridge(answer.geometry, base), lines }
  }

  /** @throws {OperationsError} */
  carryOutRework = async (rework: Rework): Promise<Reworked> =>
    (await this.#ask({ kind: 'rework', rework: packRings(rework) })) as Reworked

  async #ask(request: Request): Promise<Result> {
    const { worker, ready } = this.#start()
    await ready
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.set(id, { resolve, reject, allowed: answerLimits[request.kind] })
    const blocks = blocksIn(request.kind === 'plan' ? request.plan : request.rework)
    worker.postMessage({ ...request, id } satisfies WorkerRequest, blocks)
    return promise
  }

  /**
   * Makes a shape whose rings may touch or cross valid for an annotation of an image of that size.
   * @throws {OperationsError}
   */
  async clean(area: MultiPolygon, size: { width: number; height: number }): Promise<MultiPolygon> {
    const { geometry } = await this.carryOut({
      base: [],
      baseLines: [],
      operation: 'replace',
      drawing: { kind: 'area', area },
      bounds: { x: 0, y: 0, ...size },
      spared: [],
      leastPart: 0,
    })
    return geometry
  }

  close(): void {
    this.#stop('unavailable', 'The annotator was closed.')
  }

  #start(): Running {
    if (this.#running !== null) return this.#running
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    const worker = new Worker(new URL('./operations-worker.ts', import.meta.url), {
      type: 'module',
    })
    const unavailable = (detail: string) => {
      reject(new OperationsError('unavailable', detail))
      if (this.#running?.worker === worker) this.#stop('unavailable', detail)
    }
    const late = setTimeout(() => unavailable('It did not load in time.'), startLimit)
    worker.addEventListener('error', ({ message }) => unavailable(message))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'unusable') unavailable(data.reason)
      else if (data.kind === 'ready') resolve()
      else this.#told(data)
    })
    ready.finally(() => clearTimeout(late)).catch(() => undefined)
    this.#running = { worker, ready }
    return this.#running
  }

  #told(message: Extract<WorkerMessage, { id: number }>): void {
    const waiting = this.#waiting.get(message.id)
    if (waiting === undefined) return
    if (message.kind === 'begun') {
      waiting.limit = setTimeout(() => {
        this.#stop('timed out', `The area took longer than ${waiting.allowed / 1000} seconds.`)
      }, waiting.allowed)
      return
    }
    clearTimeout(waiting.limit)
    this.#waiting.delete(message.id)
    if (message.kind === 'answer') waiting.resolve(message.result)
    else if (message.about === 'size') waiting.reject(new SearchTooLargeError(message.reason))
    else {
      const reason = message.about === 'photograph' ? 'no photograph' : 'failed'
      waiting.reject(new OperationsError(reason, message.reason))
    }
  }

  #stop(reason: OperationsError['reason'], detail: string): void {
    this.#running?.worker.terminate()
    this.#running = null
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.limit)
      waiting.reject(new OperationsError(reason, detail))
    }
    this.#waiting.clear()
  }
}
