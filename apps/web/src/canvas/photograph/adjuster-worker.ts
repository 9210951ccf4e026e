import type { Region } from '#raster/crop'
import type { RgbaImage } from '#raster/image'
import type { Place } from '#raster/local-contrast'
import {
  applyViewFilter,
  viewFilter,
  type ViewFilter,
  type ViewSettings,
} from '#raster/view-filter'

import { decodePicture } from './decode-picture.ts'

export interface AdjustRequest {
  readonly settings: ViewSettings
  /** Address of a small version of the whole image. */
  readonly preview: string
  readonly pieces: readonly {
    readonly key: string
    readonly address: string
    readonly cut: Region | null
    readonly place: Place
  }[]
}

export type AdjustMessage =
  | { readonly kind: 'piece'; readonly key: string; readonly bitmap: ImageBitmap }
  | { readonly kind: 'done' }
  | { readonly kind: 'failure'; readonly reason: string }

/** Pixels of decoded pictures to keep, four bytes each: more than those of the largest whole picture. */
const keptPixels = 32_000_000

/** By address, least recently used first. */
const decoded = new Map<string, RgbaImage>()

async function pictureAt(address: string): Promise<RgbaImage> {
  const picture = decoded.get(address) ?? (await decodePicture(address))
  decoded.delete(address)
  decoded.set(address, picture)
  let pixels = 0
  for (const [other, { width, height }] of [...decoded].toReversed()) {
    pixels += width * height
    if (pixels > keptPixels && other !== address) decoded.delete(other)
  }
  return picture
}

let made: { settings: string; filter: ViewFilter } | null = null

async function filterOf(settings: ViewSettings, preview: string): Promise<ViewFilter> {
  const text = JSON.stringify(settings)
  if (made?.settings !== text) {
    made = { settings: text, filter: viewFilter(settings, await pictureAt(preview)) }
  }
  return made.filter
}

/** A copy, because the pictures are adjusted again with the next settings. */
function pixelsOf(picture: RgbaImage, cut: Region | null): RgbaImage {
  if (cut === null) return { ...picture, data: picture.data.slice() }
  const data = new Uint8Array(4 * cut.width * cut.height)
  for (let row = 0; row < cut.height; row++) {
    // Rounding can leave a picture a row shorter than its level.
    const y = Math.min(cut.y + row, picture.height - 1)
    const from = 4 * (y * picture.width + cut.x)
    data.set(picture.data.subarray(from, from + 4 * cut.width), 4 * row * cut.width)
  }
  return { width: cut.width, height: cut.height, data }
}

function bitmapOf({ width, height, data }: RgbaImage): Promise<ImageBitmap> {
  const bytes = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length)
  return createImageBitmap(new ImageData(bytes, width, height))
}

async function answer({ settings, preview, pieces }: AdjustRequest): Promise<void> {
  const filter = await filterOf(settings, preview)
  for (const { key, address, cut, place } of pieces) {
    const piece = pixelsOf(await pictureAt(address), cut)
    applyViewFilter(piece, place, filter)
    const bitmap = await bitmapOf(piece)
    postMessage({ kind: 'piece', key, bitmap } satisfies AdjustMessage, { transfer: [bitmap] })
  }
}

addEventListener('message', ({ data }: MessageEvent<AdjustRequest>) => {
  answer(data).then(
    () => postMessage({ kind: 'done' } satisfies AdjustMessage),
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      postMessage({ kind: 'failure', reason } satisfies AdjustMessage)
    },
  )
})
