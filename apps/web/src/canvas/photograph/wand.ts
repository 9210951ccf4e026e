import { SearchTooLargeError, type WandSearch } from '#annotation/search'
import type { Point } from '#geometry/point'
import { mapRings, type MultiPolygon, translate } from '#geometry/polygon'
import type { Region } from '#raster/crop'
import { MagicWand } from '#raster/magic-wand'

import { decodePart } from './decode-picture.ts'
import type { Level } from './levels.ts'
import type { VesselPictures } from './vessel-pictures.ts'
import type { Size } from '../viewport.ts'

/** The size of the photograph in the editor, and its levels from coarse to fine. */
export interface PhotographSource extends Size {
  readonly levels: readonly Level[]
  readonly vessels: VesselPictures
}

/** Maximum side in pixels of the part to decode at once. */
const partSide = 4096
/**
 * A decoded part is reused for places at least this many pixels from its edges, unless an edge is the
 * image's.
 */
const margin = 1024

interface LoadedPart {
  readonly level: Level
  readonly part: Region
  readonly wand: Promise<MagicWand>
}

/** The last part at full size and the last whole level, both of the one photograph of this worker. */
const loaded: { fine: LoadedPart | null; whole: LoadedPart | null } = { fine: null, whole: null }

/** Loads the photograph before the first pick if it can be decoded as a whole. */
export async function prepareWand(source: PhotographSource): Promise<void> {
  const finest = source.levels.at(-1)
  if (finest !== undefined && isWhole(finest)) await wandAround({ x: 0, y: 0 }, finest, 'fine')
}

/**
 * The area of similar colour around a place. If a photograph is too large to decode at once, only the
 * surroundings of the place are searched; an area that extends beyond them is found in the whole
 * photograph at a smaller size, with a correspondingly coarser outline.
 * @throws {SearchTooLargeError}
 * @throws {PhotographError} if the pixels are not available; the next pick tries again.
 */
export async function pickAround(
  source: PhotographSource,
  search: WandSearch,
): Promise<MultiPolygon> {
  const { at, most = Infinity } = search
  const finest = source.levels.at(-1)
  if (finest === undefined) return []
  const places = [...(search.passed ?? []), at]
  const { wand, part } = await wandAround(at, finest, 'fine')
  const inPart = places.map(({ x, y }) => ({ x: x - part.x, y: y - part.y }))
  const near = permitted(wand.pickAlong(inPart, search, most))
  const smaller = source.levels.findLast(isWhole)
  if (isWhole(finest) || smaller === undefined || !reachesBeyond(near, part, finest)) {
    return translate(near, part.x, part.y)
  }
  const scale = { x: source.width / smaller.width, y: source.height / smaller.height }
  const inSmaller = places.map(({ x, y }) => ({ x: x / scale.x, y: y / scale.y }))
  const whole = await wandAround(inSmaller.at(-1) ?? at, smaller, 'whole')
  const mostInSmaller = most / (scale.x * scale.y)
  return mapRings(permitted(whole.wand.pickAlong(inSmaller, search, mostInSmaller)), (ring) =>
    ring.map((value, i) => value * (i % 2 === 0 ? scale.x : scale.y)),
  )
}

function permitted(area: MultiPolygon | null): MultiPolygon {
  if (area === null) throw new SearchTooLargeError('The area is larger than the permitted share.')
  return area
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

/** Whether a place is far enough from the edges of the part that are not edges of the image. */
function serves(part: Region, at: Point, level: Level): boolean {
  return (
    (part.x === 0 || at.x >= part.x + margin) &&
    (part.y === 0 || at.y >= part.y + margin) &&
    (part.x + part.width === level.width || at.x <= part.x + part.width - margin) &&
    (part.y + part.height === level.height || at.y <= part.y + part.height - margin)
  )
}

/** Whether a shape touches an edge of its part that is not an edge of the image. */
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
