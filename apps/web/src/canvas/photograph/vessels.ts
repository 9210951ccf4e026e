import type { DrawnArea } from '#annotation/plan'
import type { VesselSearch } from '#annotation/search'
import { mapRings } from '#geometry/polygon'
import type { GreyImage, RgbaImage } from '#raster/image'
import {
  centreLineOf,
  outlineOf,
  prepareTracing,
  type TraceablePhotograph,
  traceVessel,
} from '#retina/tracing/trace-vessel'

import { decodePart, decodePicture } from './decode-picture.ts'
import { Kept } from './kept.ts'
import { kindAlong } from './vessel-kinds.ts'
import type { PhotographSource } from './wand.ts'

/** Vessels are followed in the finest level of at most this many pixels. */
const mostPixels = 4096 ** 2

const maps = new Kept(async (address: string) => channelOf(await decodePicture(address), 0))
/** Of the one photograph of this worker. */
let loaded: Promise<GreyImage> | null = null
let prepared: { readonly map: GreyImage | null; readonly photograph: TraceablePhotograph } | null =
  null

/** Prepares the photograph before the first vessel is followed. */
export async function prepareVessels(source: PhotographSource): Promise<void> {
  const { kinds } = source.vessels
  await Promise.all([traceable(source), kinds === null ? null : kindAlong(kinds, [])])
}

/**
 * The area and the centre line of the vessel that leads from place to place, in image pixels, and its kind
 * as the analysis has it.
 * @throws {PhotographError} if the pixels are not available; the next attempt tries again.
 */
export async function vesselAlong(
  source: PhotographSource,
  { points, lineOnly = false }: VesselSearch,
): Promise<DrawnArea> {
  const photograph = await traceable(source)
  const { width, height } = photograph.views[0]
  const scale = { x: source.width / width, y: source.height / height }
  const line = traceVessel(
    photograph,
    points.map(({ x, y, error }) => ({
      x: x / scale.x,
      y: y / scale.y,
      ...(error !== undefined && { error: error / scale.x }),
    })),
  )
  const inImage = (ring: readonly number[]) =>
    ring.map((value, i) => value * (i % 2 === 0 ? scale.x : scale.y))
  const area = lineOnly ? [] : mapRings([{ outer: outlineOf(line), holes: [] }], inImage)
  const found = { area, lines: [inImage(centreLineOf(line))] }
  if (source.vessels.kinds === null) return found
  const places = line.map(({ x, y }) => ({ x: x / width, y: y / height }))
  const vesselKind = await kindAlong(source.vessels.kinds, places)
  return vesselKind === null ? found : { ...found, vesselKind }
}

async function traceable(source: PhotographSource): Promise<TraceablePhotograph> {
  const { map: address } = source.vessels
  const [green, map] = await Promise.all([
    greenOf(source),
    address === null ? null : maps.at(address),
  ])
  if (prepared === null || prepared.map !== map) {
    prepared = { map, photograph: prepareTracing(green, map) }
  }
  return prepared.photograph
}

async function greenOf(source: PhotographSource): Promise<GreyImage> {
  const now = loaded ?? loadGreen(source)
  loaded = now
  try {
    return await now
  } catch (error) {
    if (loaded === now) loaded = null
    throw error
  }
}

async function loadGreen({ levels }: PhotographSource): Promise<GreyImage> {
  const level = levels.findLast(({ width, height }) => width * height <= mostPixels) ?? levels[0]
  if (level === undefined) throw new Error('The photograph has no levels.')
  const { width, height } = level
  return channelOf(await decodePart(level, { x: 0, y: 0, width, height }), 1)
}

function channelOf({ width, height, data }: RgbaImage, channel: 0 | 1): GreyImage {
  const values = new Float32Array(width * height)
  for (let i = 0; i < values.length; i++) values[i] = data[4 * i + channel] ?? 0
  return { width, height, data: values }
}
