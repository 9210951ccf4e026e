import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Bitmap, RgbImage } from '#raster/image'
import sharp from 'sharp'

const root = process.env['FOVEA_TEST_DATA'] ?? join(import.meta.dirname, '../../../../shared/data')
const folder = join(root, 'fundus')

/** Whether the photographs lie on this machine; says so loudly where they do not. */
export function havePhotographs(): boolean {
  if (existsSync(folder)) return true
  process.stderr.write(`SKIPPED: there are no photographs at ${folder} (set FOVEA_TEST_DATA).\n`)
  return false
}

export async function readPhotograph(path: string): Promise<RgbImage> {
  const { data, info } = await sharp(join(folder, path))
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
