import type { Box } from '#geometry/box'
import type { Region } from '#raster/crop'
import type { RgbaImage, Size } from '#raster/image'

import { fetchPicture } from './fetch-picture.ts'
import { type Level, picturesIn } from './levels.ts'

/** Why the pixels of the photograph are not available. */
export class PhotographError extends Error {
  override readonly name = 'PhotographError'
}

/** Milliseconds for loading a large photograph over a slow connection. */
const loadLimit = 60_000
/** Pictures that stay decoded. */
const mostPictures = 12

async function fetchBitmap(address: string): Promise<ImageBitmap> {
  try {
    const response = await fetchPicture(address, AbortSignal.timeout(loadLimit))
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

/** Reads parts of a photograph one after the other, and keeps the last pictures decoded. */
export class PictureReader {
  /** By address, the least recently used first. */
  readonly #decoded = new Map<string, Promise<ImageBitmap>>()

  /**
   * The pixels of a part of a level, reduced to a size.
   * @throws {PhotographError}
   */
  async read(level: Level, part: Box, { width, height }: Size): Promise<RgbaImage> {
    const context = contextOf(width, height)
    context.imageSmoothingQuality = 'high'
    context.scale(width / part.width, height / part.height)
    context.translate(-part.x, -part.y)
    for (const picture of picturesIn(level, part)) {
      const bitmap = await this.#bitmapOf(picture.address)
      context.drawImage(bitmap, picture.x, picture.y, picture.width, picture.height)
    }
    return pixelsOf(context)
  }

  async #bitmapOf(address: string): Promise<ImageBitmap> {
    const decoded = this.#decoded.get(address) ?? fetchBitmap(address)
    this.#decoded.delete(address)
    this.#decoded.set(address, decoded)
    for (const oldest of [...this.#decoded.keys()].slice(0, -mostPictures)) {
      this.#decoded.delete(oldest)
    }
    try {
      return await decoded
    } catch (error) {
      this.#decoded.delete(address)
      throw error
    }
  }
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
