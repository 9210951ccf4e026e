import path from 'node:path'

import { runThread } from '../../platform/run-thread.ts'
import type { VesselsAnswer, VesselsRequest } from './vessels-worker.ts'

const program = path.join(import.meta.dirname, 'vessels-worker.ts')

/** Runs the computation in a thread of its own, so that no request ever waits for it. */
export function runVesselsWorker(
  request: VesselsRequest,
  signal: AbortSignal,
): Promise<VesselsAnswer> {
  return runThread(program, request, { signal, megabytes: 2048 })
}
