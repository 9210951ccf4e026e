import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

import type { VesselsAnswer, VesselsRequest } from './vessels-worker.ts'

const limits = { maxOldGenerationSizeMb: 2048 }

/** Runs the computation in a thread of its own, so that no request ever waits for it. */
export async function runVesselsWorker(
  request: VesselsRequest,
  signal: AbortSignal,
): Promise<VesselsAnswer> {
  const worker = new Worker(path.join(import.meta.dirname, 'vessels-worker.ts'), {
    workerData: request,
    resourceLimits: limits,
  })
  try {
    const [answer] = (await once(worker, 'message', { signal })) as [VesselsAnswer]
    return answer
  } finally {
    await worker.terminate()
  }
}
