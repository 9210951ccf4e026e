import type { Point } from '#geometry/point'
import { findComponents } from '#raster/components'
import type { Region } from '#raster/crop'
import { crop } from '#raster/crop'
import type { Bitmap, RgbImage } from '#raster/image'
import { createBitmap } from '#raster/image'
import { regionAround } from '#retina/predict-area'
import { pixelFeatures, type PixelFeatures } from '#retina/prediction-features'

import { readBitmap, readPhotograph } from '../../training/read-photographs.ts'
import { Random } from '../../training/quality/random.ts'

export type Structure = 'hard exudate' | 'haemorrhage' | 'microaneurysm' | 'soft exudate' | 'disc'

/** An outlined object, and what is known of the pixels around it. */
export interface SampleObject {
  readonly structure: Structure
  readonly photograph: string
  /** By how many pixels its points lie off, as a standard deviation. */
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
const withoutSoftExudates = 'IDRiD_57'
const discs = ['111', '119', '12', '15', '224', '240', '275', '279', '304', '318', '33']
/** Smaller ones are dots, at which nobody points four times. */
const least = { pixels: 80, side: 8 }
const padding = 50

/** Every object that experts have outlined, once with points for each jitter. */
export async function readObjects(jitters: readonly number[]): Promise<SampleObject[]> {
  const random = new Random(1)
  const objects: SampleObject[] = []
  for (const photograph of ['IDRiD_55', 'IDRiD_56', 'IDRiD_57']) {
    const image = await readPhotograph(`idrid/lesions/${photograph}.jpg`)
    for (const [suffix, structure] of structures) {
      if (photograph === withoutSoftExudates && suffix === 'SE') continue
      const mask = await readBitmap(`idrid/lesions/${photograph}_${suffix}.tif`)
      objects.push(...objectsIn({ image, mask, structure, photograph }, jitters, random))
    }
  }
  for (const name of discs) {
    const image = await readPhotograph(`les-av/images/${name}.png`)
    const mask = await readBitmap(`les-av/od/${name}.png`)
    const photograph = `LES-AV_${name}`
    objects.push(...objectsIn({ image, mask, structure: 'disc', photograph }, jitters, random))
  }
  return objects
}

interface Outlined extends Pick<SampleObject, 'structure' | 'photograph'> {
  readonly image: RgbImage
  readonly mask: Bitmap
}

function objectsIn(
  { image, mask, structure, photograph }: Outlined,
  jitters: readonly number[],
  random: Random,
): SampleObject[] {
  const components = findComponents(mask, 8)
  return extremesOf(components).flatMap((places, component) => {
    const isLargeEnough =
      (components.areas[component] ?? 0) >= least.pixels &&
      places.right - places.left >= least.side &&
      places.bottom - places.top >= least.side
    if (!isLargeEnough) return []
    const side = Math.max(places.right - places.left, places.bottom - places.top)
    return jitters.flatMap((jitter) => {
      const off = () => jitter * random.normal()
      const points = pointsOf(places).map(({ x, y }) => ({ x: x + off(), y: y + off() }))
      const region = regionAround(points, padding, image)
      const placed = points.map(({ x, y }) => ({ x: x - region.x, y: y - region.y }))
      const around = crop(image, region)
      const features = pixelFeatures(around, placed)
      if (features === null) return []
      const truth = cutOut(components, component, region)
      const what = { structure, photograph, jitter, side }
      return [{ ...what, image: around, points: placed, truth, features }]
    })
  })
}

type Components = ReturnType<typeof findComponents>

/** Sides as edges of pixels; for each the middle one of the pixels that touch it. */
interface Extremes {
  left: number
  top: number
  right: number
  bottom: number
  readonly atLeft: number[]
  readonly atTop: number[]
  readonly atRight: number[]
  readonly atBottom: number[]
}

function extremesOf({ width, labels, areas }: Components): Extremes[] {
  const all = Array.from(areas, (): Extremes => ({
    left: Infinity,
    top: Infinity,
    right: -Infinity,
    bottom: -Infinity,
    atLeft: [],
    atTop: [],
    atRight: [],
    atBottom: [],
  }))
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] ?? 0
    const places = all[label]
    if (label !== 0 && places !== undefined) reach(places, i % width, Math.floor(i / width))
  }
  return all
}

function reach(places: Extremes, x: number, y: number): void {
  if (x < places.left) places.atLeft.length = 0
  if (x <= places.left) places.atLeft.push(y)
  if (y < places.top) places.atTop.length = 0
  if (y <= places.top) places.atTop.push(x)
  if (x + 1 > places.right) places.atRight.length = 0
  if (x + 1 >= places.right) places.atRight.push(y)
  if (y + 1 > places.bottom) places.atBottom.length = 0
  if (y + 1 >= places.bottom) places.atBottom.push(x)
  places.left = Math.min(places.left, x)
  places.top = Math.min(places.top, y)
  places.right = Math.max(places.right, x + 1)
  places.bottom = Math.max(places.bottom, y + 1)
}

function middle(values: readonly number[]): number {
  return (values[values.length >> 1] ?? 0) + 0.5
}

function pointsOf(places: Extremes): Point[] {
  return [
    { x: places.left, y: middle(places.atLeft) },
    { x: middle(places.atTop), y: places.top },
    { x: places.right, y: middle(places.atRight) },
    { x: middle(places.atBottom), y: places.bottom },
  ]
}

function cutOut({ width, labels }: Components, component: number, region: Region): Bitmap {
  const bitmap = createBitmap(region)
  for (let i = 0; i < bitmap.data.length; i++) {
    const [x, y] = [region.x + (i % region.width), region.y + Math.floor(i / region.width)]
    bitmap.data[i] = labels[y * width + x] === component ? 1 : 0
  }
  return bitmap
}
