import { MagicWand } from '#raster/magic-wand'

/** Where the photograph is found in its full size, and how large the editor takes it to be. */
export interface PhotographSource {
  readonly address: string
  readonly width: number
  readonly height: number
}

/** Why the photograph's pixels could not be had. */
export class PhotographError extends Error {
  override readonly name = 'PhotographError'
}

/** Milliseconds that a large photograph may take on a slow line. */
const loadLimit = 60_000

let loading: Promise<MagicWand> | null = null

/**
 * The magic wand for the one photograph of this thread, loaded and decoded at the first call and
 * kept; after a failure the next call tries again.
 * @throws {PhotographError}
 */
export function wandFor(source: PhotographSource): Promise<MagicWand> {
  loading ??= load(source).catch((error: unknown) => {
    loading = null
    throw new PhotographError(error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  })
  return loading
}

async function load({ address, width, height }: PhotographSource): Promise<MagicWand> {
  const response = await fetch(address, { signal: AbortSignal.timeout(loadLimit) })
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  const bitmap = await createImageBitmap(await response.blob())
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser gives no canvas to decode it on.')
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const { data } = context.getImageData(0, 0, width, height)
  return new MagicWand({ width, height, data: new Uint8Array(data.buffer) })
}
