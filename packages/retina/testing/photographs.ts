import { join } from 'node:path'

import type { Bitmap, RgbImage } from '#raster/image'
import sharp from 'sharp'

const root = join(import.meta.dirname, '../../..')

/** A photograph of the example clinic, as '05_h.jpg'. */
export function readPhotograph(name: string): Promise<RgbImage> {
  return readRgb(join(root, 'example-clinic', name))
}

async function readRgb(file: string): Promise<RgbImage> {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** A manual map of the fixtures: every pixel that is not black is inside. */
export async function readBitmap(name: string): Promise<Bitmap> {
  const { width, height, data } = await readRgb(join(root, 'tests/fixtures/fundus', name))
  return {
    width,
    height,
    data: Uint8Array.from({ length: width * height }, (_, i) => Math.min(1, data[3 * i] ?? 0)),
  }
}
