import type { DrawnArea } from '#annotation/plan'
import type { VesselSearch } from '#annotation/search'
import { mapRings } from '#geometry/polygon'
import type { GreyImage, RgbaImage } from '#raster/image'
import { resample } from '#raster/resample'
import { prepareGuide, workingSizeOf } from '#retina/tracing/guide'
import {
  centreLineOf,
  outlineOf,
  type TraceablePhotograph,
  traceVessel,
} from '#retina/tracing/trace-vessel'

import { decodePart } from './decode-picture.ts'
import { kindAlong } from './vessel-kinds.ts'
import type { PhotographSource } from './wand.ts'

/** Vessels are followed in the finest level of at most this many pixels. */
const mostPixels = 4096 ** 2

/** Of the one photograph of this worker. */
let loaded: Promise<TraceablePhotograph> | null = null

/** Prepares the photograph before the first vessel is followed. */
export async function prepareVessels(source: PhotographSource): Promise<void> {
  const { vesselKinds } = source
  await Promise.all([traceable(source), vesselKinds === null ? null : kindAlong(vesselKinds, [])])
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
  const scale = {
    x: source.width / photograph.green.width,
    y: source.height / photograph.green.height,
  }
  const line = traceVessel(
    photograph,
    points.map(({ x, y }) => ({ x: x / scale.x, y: y / scale.y })),
  )
  const inImage = (ring: readonly number[]) =>
    ring.map((value, i) => value * (i % 2 === 0 ? scale.x : scale.y))
  const area = lineOnly ? [] : mapRings([{ outer: outlineOf(line), holes: [] }], inImage)
  const found = { area, lines: [inImage(centreLineOf(line))] }
  if (source.vesselKinds === null) return found
  const { width, height } = photograph.green
  const places = line.map(({ x, y }) => ({ x: x / width, y: y / height }))
  const vesselKind = await kindAlong(source.vesselKinds, places)
  return vesselKind === null ? found : { ...found, vesselKind }
}

async function traceable(source: PhotographSource): Promise<TraceablePhotograph> {
  const now = loaded ?? load(source)
  loaded = now
  try {
    return await now
  } catch (error) {
    if (loaded === now) loaded = null
    throw error
  }
}

async function load({ levels }: PhotographSource): Promise<TraceablePhotograph> {
  const level = levels.findLast(({ width, height }) => width * height <= mostPixels) ?? levels[0]
  if (level === undefined) throw new Error('The photograph has no levels.')
  const { width, height } = level
  const green = greenOf(await decodePart(level, { x: 0, y: 0, width, height }))
  return { green, guide: prepareGuide(resample(green, workingSizeOf(green))) }
}

function greenOf({ width, height, data }: RgbaImage): GreyImage {
  const green = new Float32Array(width * height)
  for (let i = 0; i < green.length; i++) green[i] = data[4 * i + 1] ?? 0
  return { width, height, data: green }
}
