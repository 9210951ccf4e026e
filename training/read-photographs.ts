import { join } from 'node:path'

import type { Bitmap, GreyImage, RgbImage } from '#raster/image'
import sharp from 'sharp'

const root = process.env['FOVEA_TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data')
/** Where the photographs lie that networks are trained and measured on. */
export const photographsFolder: string = join(root, 'fundus')

export async function readPhotograph(path: string): Promise<RgbImage> {
  const { data, info } = await sharp(join(photographsFolder, path))
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** A manual map: every pixel that is not black is inside. */
export async function readBitmap(path: string): Promise<Bitmap> {
  const { width, height, data } = await readPhotograph(path)
  return {
    width,
    height,
    data: Uint8Array.from({ length: width * height }, (_, i) => Math.min(1, data[3 * i] ?? 0)),
  }
}

/** A map whose numbers are labels: the first channel as it is stored. */
export async function readLabels(path: string): Promise<GreyImage> {
  const { data, info } = await sharp(join(photographsFolder, path))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: Float32Array.from(data) }
}
