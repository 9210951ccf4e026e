import type { Region } from '#raster/crop'
import type { RgbaImage } from '#raster/image'

import { type Level, picturesIn } from './levels.ts'

/** Why the pixels of the photograph are not available. */
export class PhotographError extends Error {
  override readonly name = 'PhotographError'
}

/** Milliseconds for loading a large photograph over a slow connection. */
const loadLimit = 60_000

async function fetchBitmap(address: string): Promise<ImageBitmap> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(loadLimit) })
    if (!response.ok) throw new Error(`The server answered ${response.status}.`)
    return await createImageBitmap(await response.blob())
  } catch (error) {
    throw new PhotographError(error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new PhotographError('This browser gives no canvas to decode it on.')
  return context
}

function pixelsOf(context: OffscreenCanvasRenderingContext2D): RgbaImage {
  const { width, height } = context.canvas
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, data: new Uint8Array(data.buffer) }
}

/**
 * Decodes the pixels of a picture, for threads that may block.
 * @throws {PhotographError}
 */
export async function decodePicture(address: string): Promise<RgbaImage> {
  const bitmap = await fetchBitmap(address)
  const context = contextOf(bitmap.width, bitmap.height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return pixelsOf(context)
}

/**
 * The pixels of a part of a level, from as many pictures as needed.
 * @throws {PhotographError}
 */
export async function decodePart(level: Level, part: Region): Promise<RgbaImage> {
  const context = contextOf(part.width, part.height)
  for (const { address, x, y, width, height } of picturesIn(level, part)) {
    const bitmap = await fetchBitmap(address)
    context.drawImage(bitmap, x - part.x, y - part.y, width, height)
    bitmap.close()
  }
  return pixelsOf(context)
}
