import type { Ring } from '#geometry/polygon'
import type { Line } from '#geometry/line'
import { simplifyLine, simplifyRing } from '#geometry/simplify'
import type { GreyImage } from '#raster/image'
import { resample } from '#raster/resample'

import { smoothCourse } from '../vessels/course.ts'
import { type Guide, prepareGuide, workingSizeOf } from './guide.ts'
import { acrossAt, passThrough, type TracingClick } from './pass-through.ts'
import { findPath } from './path.ts'
import { fitRibbon, type RibbonPoint } from './ribbon.ts'

/** Resolution of the edges, in working pixels. */
const edgeStep = 0.4

/** Tolerance of an outline and of a centre line, in pixels: finer than an edge can be seen. */
const outlineTolerance = 0.25

/** A photograph in which vessels can be followed. */
export interface TraceablePhotograph {
  readonly guide: Guide
  /** The green, in which blood is darkest, and the vessel map if there is one, with dark vessels. */
  readonly views: readonly [green: GreyImage, ...maps: GreyImage[]]
}

/**
 * Prepares a photograph by its green, from 0 to 255. A vessel map of the analysis, from 0 to 255 for certain
 * vessels, of the whole photograph at any size, leads the search if there is one, and helps to find the edges.
 */
export function prepareTracing(green: GreyImage, vessels: GreyImage | null): TraceablePhotograph {
  const size = workingSizeOf(green)
  if (vessels === null) return { guide: prepareGuide([resample(green, size)]), views: [green] }
  const map = { ...vessels, data: vessels.data.map((value) => 255 - value) }
  return { guide: prepareGuide([resample(green, size), resample(map, size)]), views: [green, map] }
}

/**
 * Follows a vessel from one click to another, by way of others if there are more: its centre line with its
 * widths, all in image pixels. The line is moved towards clicks that were placed exactly.
 */
export function traceVessel(
  { guide, views }: TraceablePhotograph,
  clicks: readonly TracingClick[],
): readonly RibbonPoint[] {
  const [green] = views
  const inGuide = clicks.map(({ x, y }) => ({
    x: (x * guide.width) / green.width,
    y: (y * guide.height) / green.height,
  }))
  const path = inGuide.slice(1).flatMap((to, i) => {
    const stretch = findPath(guide, inGuide[i] ?? to, to)
    return i === 0 ? stretch : stretch.slice(1)
  })
  const scale = green.width / guide.width
  const line = smoothCourse(path).map(({ x, y, along }) => ({ x: x * scale, y: y * scale, along }))
  return passThrough(fitRibbon(views, line, edgeStep * scale), clicks)
}

/** The centre line of a traced vessel, without points that are not needed. */
export function centreLineOf(line: readonly RibbonPoint[]): Line {
  return simplifyLine(
    line.flatMap(({ x, y }) => [x, y]),
    outlineTolerance,
  )
}

/** The outline of a traced vessel, with straight ends. It may cross itself where the vessel bends sharply. */
export function outlineOf(line: readonly RibbonPoint[]): Ring {
  const [left, right] = [1, -1].map((side) => line.map((_, i) => besideAt(line, i, side)))
  return simplifyRing([...(left ?? []), ...(right ?? []).toReversed()].flat(), outlineTolerance)
}

/** The edge on one side of a place, across the line there. */
function besideAt(line: readonly RibbonPoint[], i: number, side: number): readonly number[] {
  const at = line[i]
  if (at === undefined) return []
  const { x, y } = acrossAt(line, i)
  const away = (side * at.width) / 2
  return [at.x - away * x, at.y - away * y]
}
