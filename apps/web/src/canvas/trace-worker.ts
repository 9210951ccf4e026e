import type { MultiPolygon } from '#geometry/polygon'
import { simplify } from '#geometry/simplify'
import { traceContours } from '#raster/contour'
import type { Bitmap } from '#raster/image'

export interface TraceRequest {
  readonly address: string
  readonly width: number
  readonly height: number
}

export type TraceAnswer =
  | { readonly kind: 'traced'; readonly area: MultiPolygon }
  | { readonly kind: 'failed'; readonly reason: string }

/** Pixels: smooths the steps of a slanting edge and keeps its course. */
const tolerance = 0.7

async function opaquePixels({ address, width, height }: TraceRequest): Promise<Bitmap> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  const picture = await createImageBitmap(await response.blob())
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser gives no canvas to decode it on.')
  context.imageSmoothingEnabled = false
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  const { data } = context.getImageData(0, 0, width, height)
  const bitmap = { width, height, data: new Uint8Array(width * height) }
  for (let i = 0; i < bitmap.data.length; i++) bitmap.data[i] = (data[4 * i + 3] ?? 0) > 0 ? 1 : 0
  return bitmap
}

async function answer(request: TraceRequest): Promise<TraceAnswer> {
  try {
    const area = simplify(traceContours(await opaquePixels(request)), tolerance)
    return { kind: 'traced', area }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<TraceRequest>) => {
  void answer(data).then((traced) => postMessage(traced))
})
