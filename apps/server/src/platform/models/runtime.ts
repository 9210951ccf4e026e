import path from 'node:path'

import { HelperUnavailable, openHelperPool } from '../helper-pool.ts'
import { HelperEnded } from '../helper-process.ts'
import type { ModelAnswer, ModelRequest } from './model-messages.ts'

/** The runtime could not run the network. */
export class RuntimeError extends Error {
  /**
   * `runtime`: none works on this machine. `network`: this network fails, or crashes its process.
   * `late`: the process exceeded its time. `died`: it ended for another reason.
   */
  readonly by: 'runtime' | 'network' | 'late' | 'died'
  constructor(by: RuntimeError['by'], why: string) {
    super(why)
    this.name = 'RuntimeError'
    this.by = by
  }
}

type Wanted = Exclude<ModelAnswer, { kind: 'failed' }>

/** Runs networks in a separate process, one at a time. */
export interface Runtime extends AsyncDisposable {
  /** @throws {RuntimeError}, and the signal's reason. */
  ask(request: ModelRequest, signal?: AbortSignal): Promise<Wanted>
  /** Whether a request would wait for another. */
  readonly isBusy: boolean
}

const usualMs = 60_000
const program = path.join(import.meta.dirname, 'model-process.ts')

/** @param limitMs after which a computation is ended */
export function openRuntime(limitMs: number = usualMs): Runtime {
  const pool = openHelperPool<ModelRequest, ModelAnswer>(program, { size: 1, ms: limitMs })
  return {
    get isBusy() {
      return pool.isBusy
    },
    async ask(request, signal) {
      const answer = await pool.ask(request, signal).catch((error: unknown) => {
        throw givenUpBy(error)
      })
      if (answer.kind === 'failed') throw new RuntimeError(answer.by, answer.why)
      return answer
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

function givenUpBy(error: unknown): unknown {
  if (error instanceof HelperUnavailable) return new RuntimeError('died', error.message)
  if (!(error instanceof HelperEnded)) return error
  return new RuntimeError(error.by === 'late' ? 'late' : 'network', error.message)
}
