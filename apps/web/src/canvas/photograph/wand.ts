import { SearchTooLargeError, type WandSearch } from '#annotation/search'
import type { Point } from '#geometry/point'
import { mapRings, type MultiPolygon, translate } from '#geometry/polygon'
import type { Region } from '#raster/crop'
import { MagicWand, type WandPick } from '#raster/magic-wand'

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
/** The pixels between the places of a pick and the edges of a part that are not the image's, at least. */
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
  if (finest !== undefined && isWhole(finest)) await wandAround([{ x: 0, y: 0 }], finest, 'fine')
}

/**
 * The area of similar colour around a place, and around those that were passed on the way. If a photograph is
 * too large to decode at once, only the surroundings of the places are searched. Places too far apart for
 * that, and an area that extends beyond them, are searched in the whole photograph at a smaller size, with a
 * correspondingly coarser outline.
 * @throws {SearchTooLargeError}
 * @throws {PhotographError} if the pixels are not available; the next pick tries again.
 */
export async function pickAround(source: PhotographSource, search: WandSearch): Promise<WandPick> {
  const finest = source.levels.at(-1)
  const whole = source.levels.findLast(isWhole)
  if (finest === undefined || whole === undefined) return { area: [], limit: null }
  const places = [...(search.passed ?? []), search.at]
  const areTogether = serves(partAround(places, finest), places, finest)
  const near = areTogether ? await pickNear(places, finest, search) : null
  return near ?? pickInWhole(places, { source, level: whole }, search)
}

/** Null if the area extends beyond the part that was searched. */
async function pickNear(
  places: readonly Point[],
  level: Level,
  search: WandSearch,
): Promise<WandPick | null> {
  const { wand, part } = await wandAround(places, level, 'fine')
  const inPart = places.map(({ x, y }) => ({ x: x - part.x, y: y - part.y }))
  const near = permitted(wand.pickAlong(inPart, search, search.most ?? Infinity))
  if (reachesBeyond(near.area, part, level)) return null
  return { ...near, area: translate(near.area, part.x, part.y) }
}

async function pickInWhole(
  places: readonly Point[],
  { source, level }: { source: Size; level: Level },
  search: WandSearch,
): Promise<WandPick> {
  const scale = { x: source.width / level.width, y: source.height / level.height }
  const inLevel = places.map(({ x, y }) => ({ x: x / scale.x, y: y / scale.y }))
  const { wand } = await wandAround(inLevel, level, 'whole')
  const most = (search.most ?? Infinity) / (scale.x * scale.y)
  const coarse = permitted(wand.pickAlong(inLevel, search, most))
  const area = mapRings(coarse.area, (ring) =>
    ring.map((value, i) => value * (i % 2 === 0 ? scale.x : scale.y)),
  )
  return { ...coarse, area }
}

function permitted(pick: WandPick | null): WandPick {
  if (pick === null) throw new SearchTooLargeError('The area is larger than the permitted share.')
  return pick
}

function isWhole({ width, height }: Size): boolean {
  return width <= partSide && height <= partSide
}

async function wandAround(
  places: readonly Point[],
  level: Level,
  use: keyof typeof loaded,
): Promise<{ wand: MagicWand; part: Region }> {
  const last = loaded[use]
  const isNear =
    last !== null && last.level.width === level.width && serves(last.part, places, level)
  const now = isNear ? last : load(partAround(places, level), level)
  loaded[use] = now
  try {
    return { wand: await now.wand, part: now.part }
  } catch (error) {
    if (loaded[use] === now) loaded[use] = null
    throw error
  }
}

function load(part: Region, level: Level): LoadedPart {
  return { level, part, wand: decodePart(level, part).then((pixels) => new MagicWand(pixels)) }
}

function partAround(places: readonly Point[], { width, height }: Size): Region {
  const across = places.map(({ x }) => x)
  const down = places.map(({ y }) => y)
  return {
    x: startOfPart(across, width),
    y: startOfPart(down, height),
    width: Math.min(partSide, width),
    height: Math.min(partSide, height),
  }
}

/** The part lies around the last place, where a drag goes on, as far as the other places permit. */
function startOfPart(places: readonly number[], length: number): number {
  const last = Math.floor((places.at(-1) ?? 0) - partSide / 2)
  const least = Math.ceil(Math.max(...places) + margin - partSide)
  const most = Math.floor(Math.min(...places) - margin)
  return Math.max(0, Math.min(Math.max(last, least), most, length - partSide))
}

/** Whether the places are far enough from the edges of the part that are not edges of the image. */
function serves(part: Region, places: readonly Point[], level: Level): boolean {
  const isInside = ({ x, y }: Point) =>
    (part.x === 0 || x >= part.x + margin) &&
    (part.y === 0 || y >= part.y + margin) &&
    (part.x + part.width === level.width || x <= part.x + part.width - margin) &&
    (part.y + part.height === level.height || y <= part.y + part.height - margin)
  return places.every(isInside)
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
