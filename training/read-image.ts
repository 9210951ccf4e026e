import sharp from 'sharp'

import type { GreyImage, RgbImage } from '#raster/image'

export async function readRgb(path: string): Promise<RgbImage> {
  const { data, info } = await sharp(path)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** The first channel as it is stored: labels are numbers, not colours. */
export async function readGrey(path: string): Promise<GreyImage> {
  const { data, info } = await sharp(path)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: Float32Array.from(data) }
}
