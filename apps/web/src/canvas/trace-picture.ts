import type { MultiPolygon } from '#geometry/polygon'

import type { TraceAnswer, TraceRequest } from './trace-worker.ts'

/** Why a picture could not be traced. */
class TraceError extends Error {
  override readonly name = 'TraceError'
}

/**
 * The area that the opaque pixels of a picture cover, drawn at a size in image pixels. Computed in a
 * separate thread, which ends with it. Smoothing may make its rings touch or cross.
 * @throws {TraceError}
 */
export async function tracePicture(request: TraceRequest): Promise<MultiPolygon> {
  const worker = new Worker(new URL('./trace-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<MultiPolygon>((resolve, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new TraceError(message)))
      worker.addEventListener('message', ({ data }: MessageEvent<TraceAnswer>) => {
        if (data.kind === 'traced') resolve(data.area)
        else reject(new TraceError(data.reason))
      })
      worker.postMessage(request, [])
    })
  } finally {
    worker.terminate()
  }
}
