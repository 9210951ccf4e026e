import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'

import type { Point } from '#geometry/point'
import { findComponents } from '#raster/components'
import type { Region } from '#raster/crop'
import { crop } from '#raster/crop'
import type { Bitmap, RgbImage } from '#raster/image'
import { createBitmap } from '#raster/image'
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
  const components = findComponents(mask, 8)
  const large = [...extremesOf(components).entries()].filter(
    ([component, places]) =>
      (components.areas[component] ?? 0) >= least.pixels &&
      places.right - places.left >= least.side &&
      places.bottom - places.top >= least.side,
  )
  const step = Math.max(1, Math.ceil(large.length / mostObjects))
  const chosen = large.filter((_, i) => i % step === 0)
  return chosen.flatMap(([component, places]) => {
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
