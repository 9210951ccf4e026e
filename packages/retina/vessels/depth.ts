import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import type { Region } from '#raster/crop'
import { crop } from '#raster/crop'
import type { GreyImage, RgbImage } from '#raster/image'
import { resampleChannel } from '#raster/resample'
import { sampleAt } from '#raster/sample'

import type { FieldOfView } from '../field-of-view.ts'
import { findBlur, type SeenProfile, sharpen } from './blur.ts'
import type { TracedPoint, TracedVessel } from './traced-vessels.ts'

/** Maximum diameter of the field, in pixels, at which widths are measured. */
const mostFieldPx = 1600
/** Margin around a ring to examine, as a share of its outer radius. */
const margin = 0.06
/** Between the samples of a profile, in working pixels. */
const stepPx = 0.5
/** Reach of a profile to either side, in widths plus pixels. */
const reachWidths = 1.6
const reachPx = 3
/** Number of places on either side whose profiles are averaged, to suppress grain. */
const averagedPlaces = 6
/** Allowance for a neighbour's edge beyond its width on the map: factor, and pixels of blur. */
const mostTimes = 1.5
const mostMorePx = 3.5
/** Minimum darkness of a vessel against its surround, of 255 levels. */
const leastDepth = 3
/** A neighbour begins where the profile falls again by this share of its depth. */
const neighbourFall = 0.3

/** A part of the photograph around a place, the radii in image pixels. */
export interface Ring {
  readonly centre: Point
  readonly fromPx: number
  readonly toPx: number
}

/**
 * The widths of the vessels in a ring, in image pixels, measured in the photograph's green, in which blood is
 * darkest: full width at half depth, as a photograph in focus would show it. Maps of vessels depend on who
 * drew the maps that they were trained on; this width does not. Places that cannot be measured, and those
 * outside the ring, have none. Source: Reliable measurements from fundus photographs in the presence of
 * focusing errors, Invest Ophthalmol Vis Sci 1989;30:674-7: the width at half value depends least on focus.
 */
export function measureByDepth(
  vessels: readonly TracedVessel[],
  photograph: RgbImage,
  { field, ring }: { field: FieldOfView; ring: Ring },
): TracedVessel[] {
  const region = regionAround(ring, photograph)
  const marginPx = margin * ring.toPx
  const scale = Math.min(1, mostFieldPx / field.diameterPx)
  const green = resampleChannel(crop(photograph, region), 1, {
    width: Math.max(2, Math.round(region.width * scale)),
    height: Math.max(2, Math.round(region.height * scale)),
  })
  const toGreen = ({ x, y }: Point): Point => ({
    x: ((x - region.x) * green.width) / region.width,
    y: ((y - region.y) * green.height) / region.height,
  })
  const seen = vessels.map((vessel) => {
    const isNear = vessel.points.map((point) => {
      const away = distance(ring.centre, point)
      return away >= ring.fromPx - marginPx && away <= ring.toPx + marginPx
    })
    return isNear.includes(true)
      ? profilesAlong(green, vessel, { isNear, toGreen, scale })
      : isNear.map(() => null)
  })
  const blurPx = findBlur(seen.flat().filter((profile) => profile !== null))
  return vessels.map((vessel, i) => {
    const points = vessel.points.map((point, k): TracedPoint => {
      const profile = seen[i]?.[k] ?? null
      if (profile === null) return { ...point, widthPx: null, blurErrorPx: null }
      const width = sharpen(profile.widthPx, blurPx)
      return { ...point, widthPx: width.widthPx / scale, blurErrorPx: width.errorPx / scale }
    })
    return { ...vessel, points }
  })
}

function regionAround({ centre, toPx }: Ring, { width, height }: RgbImage): Region {
  const reach = (1 + 2 * margin) * toPx
  const x = Math.min(width - 1, Math.max(0, Math.floor(centre.x - reach)))
  const y = Math.min(height - 1, Math.max(0, Math.floor(centre.y - reach)))
  return {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.ceil(centre.x + reach)) - x),
    height: Math.max(1, Math.min(height, Math.ceil(centre.y + reach)) - y),
  }
}

interface Working {
  readonly isNear: readonly boolean[]
  readonly toGreen: (point: Point) => Point
  readonly scale: number
}

/** In working pixels. */
function profilesAlong(
  green: GreyImage,
  { points, medianWidthPx }: TracedVessel,
  { isNear, toGreen, scale }: Working,
): (SeenProfile | null)[] {
  if (medianWidthPx === null) return points.map(() => null)
  const width = medianWidthPx * scale
  const count = Math.ceil((reachWidths * width + reachPx) / stepPx)
  const profiles = points.map((point, i) =>
    isNear[i] === true && point.widthPx !== null
      ? profileAcross(green, { ...point, ...toGreen(point) }, count)
      : null,
  )
  return profiles.map((own, i) => {
    if (own === null) return null
    const near = profiles.slice(Math.max(0, i - averagedPlaces), i + averagedPlaces + 1)
    return measureProfile(meanProfile(near, own.length), width)
  })
}

function profileAcross(
  green: GreyImage,
  { x, y, along }: TracedPoint,
  count: number,
): Float64Array {
  return Float64Array.from({ length: 2 * count + 1 }, (_, i) => {
    const t = (i - count) * stepPx
    return sampleAt(green, x - t * along.y, y + t * along.x)
  })
}

/** Mean of neighbouring places, and of three neighbouring samples. */
function meanProfile(profiles: readonly (Float64Array | null)[], length: number): Float64Array {
  const sum = new Float64Array(length)
  let count = 0
  for (const profile of profiles) {
    if (profile === null) continue
    count += 1
    for (let i = 0; i < length; i++) sum[i] = (sum[i] ?? 0) + (profile[i] ?? 0)
  }
  return sum.map(
    (value, i) => (value + (sum[i - 1] ?? value) + (sum[i + 1] ?? value)) / (3 * count),
  )
}

/** In pixels; null if the profile shows no vessel of about that width. */
function measureProfile(profile: Float64Array, width: number): SeenProfile | null {
  const middle = (profile.length - 1) / 2
  const near = Math.max(1, Math.round(width / stepPx / 2))
  const left = darkestBetween(profile, middle - near, middle)
  const right = darkestBetween(profile, middle, middle + near)
  const least = Math.min(profile[left] ?? 0, profile[right] ?? 0)
  const from = edgeOf(profile, { least, from: left, step: -1 })
  const to = edgeOf(profile, { least, from: right, step: 1 })
  if (from === null || to === null) return null
  const widthPx = (to.middle - from.middle) * stepPx
  if (widthPx > mostTimes * width + mostMorePx) return null
  return { widthPx, edgePx: ((from.rise + to.rise) / 2) * stepPx }
}

function darkestBetween(profile: Float64Array, first: number, last: number): number {
  let darkest = first
  for (let i = first; i <= last; i++) {
    if ((profile[i] ?? 0) < (profile[darkest] ?? 0)) darkest = i
  }
  return darkest
}

interface Edge {
  /** Where the profile rises to half of the vessel's depth. */
  readonly middle: number
  /** From a quarter of the rise to three quarters of it, in samples. */
  readonly rise: number
}

function edgeOf(
  profile: Float64Array,
  { least, from, step }: { least: number; from: number; step: 1 | -1 },
): Edge | null {
  const surround = surroundOf(profile, { least, from, step })
  if (surround - least < leastDepth) return null
  const riseTo = (share: number): number | null => {
    const level = least + share * (surround - least)
    let i = from
    while ((profile[i] ?? Infinity) < level) i += step
    if (i === from) return null
    const [before, after] = [profile[i - step] ?? least, profile[i] ?? level]
    return i - (step * (after - level)) / Math.max(1e-9, after - before)
  }
  const [middle, threeQuarters] = [riseTo(0.5), riseTo(0.75)]
  if (middle === null || threeQuarters === null) return null
  return { middle, rise: Math.abs(threeQuarters - (riseTo(0.25) ?? from)) }
}

/** How light it is beside the vessel, before a neighbour begins. */
function surroundOf(
  profile: Float64Array,
  { least, from, step }: { least: number; from: number; step: 1 | -1 },
): number {
  let lightest = profile[from] ?? 0
  for (let i = from; i >= 0 && i < profile.length; i += step) {
    const value = profile[i] ?? 0
    if (value > lightest) lightest = value
    if (lightest - value > neighbourFall * Math.max(leastDepth, lightest - least)) break
  }
  return lightest
}
