import type { ViewSettings } from '#raster/view-filter'

import { PhotographError } from './decode-picture.ts'
import type { Level, Piece } from './levels.ts'
import type { AdjustRequest, AdjustMessage } from './adjuster-worker.ts'
import type { Size } from '../viewport.ts'

interface Wanted {
  readonly settings: ViewSettings
  /** The coarsest level, from which local contrast is measured. */
  readonly preview: Level
  readonly image: Size
  readonly pieces: readonly Piece[]
}

/** Adjusts pieces of a photograph in a separate thread, which is started on first use. */
export class PhotographAdjuster {
  #worker: Worker | null = null

  /**
   * Delivers each piece when it is ready. Allows one call at a time.
   * @throws {PhotographError} if a picture cannot be loaded or the thread cannot be started.
   */
  adjust(wanted: Wanted, ready: (key: string, bitmap: ImageBitmap) => void): Promise<void> {
    const worker = (this.#worker ??= new Worker(new URL('./adjuster-worker.ts', import.meta.url), {
      type: 'module',
    }))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const listening = new AbortController()
    const { signal } = listening
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<AdjustMessage>) => {
        if (data.kind === 'piece') ready(data.key, data.bitmap)
        else if (data.kind === 'done') resolve()
        else reject(new PhotographError(data.reason))
      },
      { signal },
    )
    const broken = ({ message }: ErrorEvent) => {
      this.close()
      reject(new PhotographError(message))
    }
    worker.addEventListener('error', broken, { signal })
    worker.postMessage(requestOf(wanted), [])
    return promise.finally(() => listening.abort())
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = null
  }
}

function requestOf({ settings, preview, image, pieces }: Wanted): AdjustRequest {
  return {
    settings,
    preview: preview.addresses[0] ?? '',
    pieces: pieces.map(({ key, address, cut, box }) => ({
      key,
      address,
      cut,
      place: {
        x: box.x / image.width,
        y: box.y / image.height,
        width: box.width / image.width,
        height: box.height / image.height,
      },
    })),
  }
}
