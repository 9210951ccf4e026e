import { join } from 'node:path'

import type { Bitmap, RgbImage, Size } from '#raster/image'
import sharp from 'sharp'

const root = process.env['FOVEA_TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data')
/** Folder of the photographs for training and evaluation. */
export const photographsFolder: string = join(root, 'fundus')

export async function readPhotograph(path: string): Promise<RgbImage> {
  const { data, info } = await sharp(join(photographsFolder, path))
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

export async function sizeOf(path: string): Promise<Size> {
  const { width, height } = await sharp(join(photographsFolder, path)).metadata()
  return { width, height }
}

/** A manual map: every pixel that is not black is inside. */
export async function readBitmap(path: string): Promise<Bitmap> {
  const { data, info } = await sharp(join(photographsFolder, path))
    .extractChannel(0)
    .threshold(1)
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) & 1
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/**
 * A scaled-down bitmap: the share of each pixel that is inside, out of 255. Inside means lighter
 * than grey, or red.
 */
export async function readBitmapAt(path: string, size: Size): Promise<Uint8Array> {
  return shareAt(await readLabels(path), (value) => value > 127 || value === 1, size)
}

/**
 * Arteriole, venule, and either or both of a map of kinds made smaller, as shares of 255. Kinds are
 * the numbers 1, 2 and 3, or red, blue and green.
 */
export async function readKindsAt(
  path: string,
  size: Size,
): Promise<Record<'arteriole' | 'venule' | 'either', Uint8Array>> {
  const labels = await readLabels(path)
  return {
    arteriole: await shareAt(labels, (value) => value === 1, size),
    venule: await shareAt(labels, (value) => value === 2, size),
    either: await shareAt(labels, (value) => value === 3, size),
  }
}

interface Labels extends Size {
  readonly data: Buffer
}

/** Numbers as stored; in a coloured map 1 for red, 2 for blue, 3 for green. */
async function readLabels(path: string): Promise<Labels> {
  const { data, info } = await sharp(join(photographsFolder, path))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const labels = Buffer.alloc(info.width * info.height)
  for (let i = 0; i < labels.length; i++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * i, 3 * i + 3)
    labels[i] = red === green && red === blue ? red : labelOf(red, green, blue)
  }
  return { width: info.width, height: info.height, data: labels }
}

function labelOf(red: number, green: number, blue: number): number {
  if (green > Math.max(red, blue)) return 3
  return red > blue ? 1 : 2
}

async function shareAt(
  { width, height, data }: Labels,
  test: (value: number) => boolean,
  to: Size,
): Promise<Uint8Array> {
  const chosen = data.map((value) => (test(value) ? 255 : 0))
  const raw = { width, height, channels: 1 } as const
  const shrunk = sharp(chosen, { raw }).resize(to.width, to.height, {
    fit: 'fill',
    kernel: 'linear',
  })
  return new Uint8Array(await shrunk.extractChannel(0).raw().toBuffer())
}
