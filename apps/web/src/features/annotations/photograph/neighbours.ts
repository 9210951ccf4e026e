import type { Photograph } from '#contract/images'

import { loadPicture, photographLevels } from './pictures.ts'

/** A photograph that the user may open next, in its smallest size. */
export interface Prefetched {
  readonly image: Photograph
  readonly address: string
  readonly bitmap: ImageBitmap
}

/** By image id: the next and previous image, the neighbours of the last one, and a reader's next case. */
const prefetched = new Map<number, Prefetched>()
const kept = 5

/**
 * Prefetches the parts for displaying an image immediately: decodes its preview, and loads the rest into
 * the browser's cache. The editor's data are read only on opening. Throws if the server cannot be reached
 * or the signal aborts.
 */
export async function prefetchImage(image: Photograph, signal: AbortSignal): Promise<void> {
  if (prefetched.has(image.id)) return
  const levels = photographLevels(image)
  const address = levels[0]?.addresses[0] ?? ''
  keep({ image, address, bitmap: await loadPicture(address, signal) })
  const [last] = levels.at(-1)?.addresses ?? []
  const isWhole = levels.at(-1)?.addresses.length === 1
  if (isWhole && last !== undefined && last !== address) {
    await (await fetch(last, { signal })).blob()
  }
}

function keep(photograph: Prefetched): void {
  prefetched.set(photograph.image.id, photograph)
  for (const [id, { bitmap }] of [...prefetched].slice(0, -kept)) {
    bitmap.close()
    prefetched.delete(id)
  }
}

export function prefetchedImage(id: number): Prefetched | undefined {
  return prefetched.get(id)
}

/** Returns a prefetched picture and gives its ownership to the caller. */
export function takePrefetched(address: string): Promise<ImageBitmap> | undefined {
  for (const [id, { address: known, bitmap }] of prefetched) {
    if (known !== address) continue
    prefetched.delete(id)
    return Promise.resolve(bitmap)
  }
  return undefined
}
