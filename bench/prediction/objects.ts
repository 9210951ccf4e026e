import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'

import type { Point } from '#geometry/point'
import { partsOf, type Part } from '#raster/components'
import { crop, placeBitmap } from '#raster/crop'
import type { Bitmap, RgbImage } from '#raster/image'
import { regionAround } from '#retina/prediction/predict-area'
import { pixelFeatures, type PixelFeatures } from '#retina/prediction/features'

import { listCases } from '../../training/photographs.ts'
import { photographsFolder, readBitmap, readPhotograph } from '../../training/read-photographs.ts'
import { Random } from '../../training/quality/random.ts'

export type Structure =
  | 'hard exudate'
  | 'haemorrhage'
  | 'microaneurysm'
  | 'soft exudate'
  | 'disc'
  | 'drawn shape'
  | 'nothing to see'

/** An outlined object, with the pixels around it. */
export interface SampleObject {
  readonly structure: Structure
  readonly photograph: string
  /** Standard deviation of its points' error, in pixels. */
  readonly jitter: number
  /** The photograph around the object, and the points in its pixels. */
  readonly image: RgbImage
  readonly points: readonly Point[]
  readonly truth: Bitmap
  readonly features: PixelFeatures
  /** Longer side in pixels. */
  readonly side: number
}

const structures: readonly [suffix: string, structure: Structure][] = [
  ['EX', 'hard exudate'],
  ['HE', 'haemorrhage'],
  ['MA', 'microaneurysm'],
  ['SE', 'soft exudate'],
  ['OD', 'disc'],
]
/** One in this many of the photographs used to train lesion networks. */
const everyPhotograph = 4
/** Maximum objects of one structure in one photograph, evenly chosen. */
const mostObjects = 40
/** Smaller ones are dots, for which no one sets four points. */
const least = { pixels: 80, side: 8 }
const padding = 50

/** Objects that experts have outlined, once with points for each jitter. */
export async function readObjects(jitters: readonly number[]): Promise<SampleObject[]> {
  const random = new Random(1)
  const objects: SampleObject[] = []
  for (const photograph of await photographs()) {
    const image = await readPhotograph(`idrid/lesions/${photograph}.jpg`)
    for (const [suffix, structure] of structures) {
      const file = `idrid/lesions/${photograph}_${suffix}.png`
      if (!existsSync(join(photographsFolder, file))) continue
      const mask = await readBitmap(file)
      objects.push(...objectsIn({ image, mask, structure, photograph }, jitters, random))
    }
  }
  return objects
}

async function photographs(): Promise<string[]> {
  const cases = await listCases(photographsFolder)
  return cases
    .filter(({ lesions, use }) => lesions.length > 0 && use === 'train')
    .filter((_, i) => i % everyPhotograph === 0)
    .map(({ photograph }) => parse(photograph).name)
}

export interface Outlined extends Pick<SampleObject, 'structure' | 'photograph'> {
  readonly image: RgbImage
  readonly mask: Bitmap
}

/** The large enough objects of a mask, once with points for each jitter. */
export function objectsIn(
  { image, mask, structure, photograph }: Outlined,
  jitters: readonly number[],
  random: Random,
): SampleObject[] {
  const large = partsOf(mask, 8, least.pixels).filter(
    ({ region }) => region.width >= least.side && region.height >= least.side,
  )
  const step = Math.max(1, Math.ceil(large.length / mostObjects))
  const chosen = large.filter((_, i) => i % step === 0)
  return chosen.flatMap((part) => {
    const side = Math.max(part.region.width, part.region.height)
    return jitters.flatMap((jitter) => {
      const off = () => jitter * random.normal()
      const points = extremesOf(part).map(({ x, y }) => ({ x: x + off(), y: y + off() }))
      const region = regionAround(points, padding, image)
      const placed = points.map(({ x, y }) => ({ x: x - region.x, y: y - region.y }))
      const around = crop(image, region)
      const features = pixelFeatures(around, placed)
      if (features === null) return []
      const at = { ...part.region, x: part.region.x - region.x, y: part.region.y - region.y }
      const truth = placeBitmap(part.bitmap, at, region)
      const what = { structure, photograph, jitter, side }
      return [{ ...what, image: around, points: placed, truth, features }]
    })
  })
}

/** The leftmost, topmost, rightmost and lowest point of an object, each in the middle of its pixels. */
export function extremesOf({ region, bitmap }: Part): Point[] {
  const { width, height, data } = bitmap
  const down = (column: number) => positions(height, (row) => data[row * width + column] === 1)
  const across = (row: number) => positions(width, (column) => data[row * width + column] === 1)
  return [
    { x: 0, y: middle(down(0)) },
    { x: middle(across(0)), y: 0 },
    { x: width, y: middle(down(width - 1)) },
    { x: middle(across(height - 1)), y: height },
  ].map(({ x, y }) => ({ x: region.x + x, y: region.y + y }))
}

function positions(count: number, isThere: (position: number) => boolean): number[] {
  return Array.from({ length: count }, (_, i) => i).filter(isThere)
}

function middle(values: readonly number[]): number {
  return (values[values.length >> 1] ?? 0) + 0.5
}
