import type { Point } from '#geometry/point'
import { mapRings, type MultiPolygon, translate } from '#geometry/polygon'
import type { Region } from '#raster/crop'
import { MagicWand, type WandSettings } from '#raster/magic-wand'

import { decodePart } from './decode-picture.ts'
import type { Level } from './levels.ts'
import type { Size } from '../viewport.ts'

/** The photograph as the editor takes it to be, and its pictures from coarse to fine. */
export interface PhotographSource extends Size {
  readonly levels: readonly Level[]
}

/** The side, in pixels, of what is decoded at once. */
const partSide = 4096
/** A part is used again for places that are so far from its edges, in pixels, or at the image's. */
const margin = 1024

interface LoadedPart {
  readonly level: Level
  readonly part: Region
  readonly wand: Promise<MagicWand>
}

/** The parts that were picked from last, in full size and in all; of the one photograph here. */
const loaded: { fine: LoadedPart | null; whole: LoadedPart | null } = { fine: null, whole: null }

/** Loads a photograph that is decoded as a whole ahead of the first pick. */
export async function prepareWand(source: PhotographSource): Promise<void> {
  const finest = source.levels.at(-1)
  if (finest !== undefined && isWhole(finest)) await wandAround({ x: 0, y: 0 }, finest, 'fine')
}

/**
 * The area of like colour around a place. Of a photograph too large to be decoded at once, the
 * surroundings of the place are searched; an area that reaches beyond them is found in the whole
 * photograph in a smaller size, and is as much coarser.
 * @throws {PhotographError} where the pixels cannot be had; the next pick tries again.
 */
export async function pickAround(
  source: PhotographSource,
  at: Point,
  settings: WandSettings,
): Promise<MultiPolygon> {
  const finest = source.levels.at(-1)
  if (finest === undefined) return []
  const { wand, part } = await wandAround(at, finest, 'fine')
  const near = wand.pick({ x: at.x - part.x, y: at.y - part.y }, settings)
  const smaller = source.levels.findLast(isWhole)
  if (isWhole(finest) || smaller === undefined || !reachesBeyond(near, part, finest)) {
    return translate(near, part.x, part.y)
  }
  const scale = { x: source.width / smaller.width, y: source.height / smaller.height }
  const inSmaller = { x: at.x / scale.x, y: at.y / scale.y }
  const whole = await wandAround(inSmaller, smaller, 'whole')
  return mapRings(whole.wand.pick(inSmaller, settings), (ring) =>
    ring.map((value, i) => value * (i % 2 === 0 ? scale.x : scale.y)),
  )
}

function isWhole({ width, height }: Size): boolean {
  return width <= partSide && height <= partSide
}

async function wandAround(
  at: Point,
  level: Level,
  use: keyof typeof loaded,
): Promise<{ wand: MagicWand; part: Region }> {
  const last = loaded[use]
  const isNear = last !== null && last.level.width === level.width && serves(last.part, at, level)
  const now = isNear ? last : loadAround(at, level)
  loaded[use] = now
  try {
    return { wand: await now.wand, part: now.part }
  } catch (error) {
    if (loaded[use] === now) loaded[use] = null
    throw error
  }
}

function loadAround(at: Point, level: Level): LoadedPart {
  const from = (place: number, length: number) =>
    Math.max(0, Math.min(Math.floor(place - partSide / 2), length - partSide))
  const part = {
    x: from(at.x, level.width),
    y: from(at.y, level.height),
    width: Math.min(partSide, level.width),
    height: Math.min(partSide, level.height),
  }
  return { level, part, wand: decodePart(level, part).then((pixels) => new MagicWand(pixels)) }
}

/** How near an edge of the part may be: any edge of the image, the others at a distance. */
function serves(part: Region, at: Point, level: Level): boolean {
  return (
    (part.x === 0 || at.x >= part.x + margin) &&
    (part.y === 0 || at.y >= part.y + margin) &&
    (part.x + part.width === level.width || at.x <= part.x + part.width - margin) &&
    (part.y + part.height === level.height || at.y <= part.y + part.height - margin)
  )
}

/** Whether a shape within a part comes to an edge of it that is none of the image. */
function reachesBeyond(shape: MultiPolygon, part: Region, image: Size): boolean {
  const ends = [
    { from: part.x, extent: part.width, end: image.width },
    { from: part.y, extent: part.height, end: image.height },
  ]
  return shape.some(({ outer }) =>
    outer.some((value, i) => {
      const { from, extent, end } = ends[i % 2] ?? { from: 0, extent: 0, end: 0 }
      return (value <= 1 && from > 0) || (value >= extent - 1 && from + extent < end)
    }),
  )
}
