import { join } from 'node:path'

import type { Bitmap, RgbImage } from '#raster/image'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../../../tests/fixtures/fundus')

/** A photograph of the fixtures, as 'hrf/05_h.jpg'. */
export async function readPhotograph(path: string): Promise<RgbImage> {
  const { data, info } = await sharp(join(folder, path))
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** A manual map of the fixtures: every pixel that is not black is inside. */
export async function readBitmap(path: string): Promise<Bitmap> {
  const { width, height, data } = await readPhotograph(path)
  return {
    width,
    height,
    data: Uint8Array.from({ length: width * height }, (_, i) => Math.min(1, data[3 * i] ?? 0)),
  }
}
