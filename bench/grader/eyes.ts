import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Point } from '#geometry/point'
import { type Part, partsOf } from '#raster/components'
import type { Size } from '#raster/image'

import { photographsFolder, readBitmap, sizeOf } from '../../training/read-photographs.ts'
import { type Clickable, openClickable } from '../clicks/clicking.ts'

/** IDRiD's photographs with outlined lesions that no network was trained on. */
const numbers = [46, 47, 48, 49, 50, 51, 52, 53, 54, 55]
/** In pixels. */
const leastArea = 60

/** A photograph and the objects that its experts have outlined, the largest of each kind first. */
export interface Eye {
  readonly name: string
  readonly size: Size
  readonly content: Buffer
  readonly clickable: Clickable
  readonly disc: Part
  /** Where a fovea is usually found, from the disc. */
  readonly fovea: Point
  readonly haemorrhages: readonly Part[]
  readonly hardExudates: readonly Part[]
  readonly softExudates: readonly Part[]
  readonly microaneurysms: readonly Part[]
}

export const countOfEyes: number = numbers.length

export async function* readEyes(): AsyncGenerator<Eye> {
  for (const number of numbers) yield readEye(`IDRiD_${number}`)
}

async function readEye(name: string): Promise<Eye> {
  const file = `idrid/lesions/${name}.jpg`
  const size = await sizeOf(file)
  const [disc] = await partsIn(`${name}_OD`)
  if (disc === undefined) throw new Error(`${name} has no outlined disc.`)
  return {
    name,
    size,
    content: await readFile(path.join(photographsFolder, file)),
    clickable: await openClickable(file),
    disc,
    fovea: usualFovea(disc, size),
    haemorrhages: await partsIn(`${name}_HE`),
    hardExudates: await partsIn(`${name}_EX`),
    softExudates: await partsIn(`${name}_SE`),
    microaneurysms: await partsIn(`${name}_MA`),
  }
}

async function partsIn(map: string): Promise<Part[]> {
  const file = ['png', 'tif']
    .map((format) => `idrid/lesions/${map}.${format}`)
    .find((each) => existsSync(path.join(photographsFolder, each)))
  if (file === undefined) return []
  const parts = partsOf(await readBitmap(file), 8, leastArea)
  return parts.toSorted((a, b) => b.area - a.area)
}

/** Two and a half diameters of the disc towards the middle of the photograph, and a little below. */
function usualFovea({ region }: Part, { width }: Size): Point {
  const [x, y] = [region.x + region.width / 2, region.y + region.height / 2]
  const towards = x < width / 2 ? 1 : -1
  return { x: x + towards * 2.5 * region.height, y: y + 0.3 * region.height }
}
