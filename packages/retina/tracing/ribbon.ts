import type { Point } from '#geometry/point'
import type { GreyImage, Size } from '#raster/image'
import { sampleAt } from '#raster/sample'

import type { CoursePoint } from '../vessels/course.ts'

/** A place of a vessel's centre line with its width, in pixels. */
export interface RibbonPoint extends Point {
  readonly width: number
}

/** The middle may lie this far beside the given line, and an edge this far from the middle, in steps. */
const mostOffset = 10
const halfWidths = { least: 2, most: 20 }
/** Places on either side whose profiles are averaged, to suppress grain. */
const averagedPlaces = 3
/** Price of a step of the middle or of an edge from place to place, as a share of a usual edge. */
const stepPrice = { middle: 0.35, width: 0.25 }
/** Places on either side over which the result is smoothed. */
const smoothedPlaces = 4

const offsets = 2 * mostOffset + 1
const widths = halfWidths.most - halfWidths.least + 1
const sideSamples = mostOffset + halfWidths.most + 1
const samples = 2 * sideSamples + 1

/**
 * Moves a line, with a point every pixel or so, to the middle of the dark vessel along it, and measures the
 * vessel's width: where it gets dark and light again most steeply, which is at half depth. Both edges are found
 * for the whole line at once, by dynamic programming, so that they bridge crossings, branchings and the
 * reflex. `views` show the same eye, the first one in the pixels of the line, others whole at any size; their
 * edges count alike. `step` is the resolution of the search, in pixels of the line.
 */
export function fitRibbon(
  views: readonly GreyImage[],
  line: readonly CoursePoint[],
  step: number,
): RibbonPoint[] {
  const slopes = slopesAlong(views, line, step)
  const { middle, half } = bestRibbon(slopes, line.length)
  const smoothMiddle = smooth(middle)
  const smoothHalf = smooth(half)
  return line.map(({ x, y, along }, i) => {
    const t = (smoothMiddle[i] ?? 0) * step
    return { x: x - t * along.y, y: y + t * along.x, width: 2 * (smoothHalf[i] ?? 0) * step }
  })
}

/** By place and sample: how steeply it gets lighter across the line, the sum of all views. */
function slopesAlong(
  [first, ...others]: readonly GreyImage[],
  line: readonly CoursePoint[],
  step: number,
): Float64Array {
  const sum = new Float64Array(line.length * samples)
  if (first === undefined) return sum
  for (const view of [first, ...others]) {
    const slopes = slopesOf(levelsAcross(view, first, { line, step }), line.length)
    for (const [i, slope] of slopes.entries()) sum[i] = (sum[i] ?? 0) + slope
  }
  return sum
}

/** By place and sample: the levels of a view across a line in the pixels of a size. */
function levelsAcross(
  view: GreyImage,
  size: Size,
  { line, step }: { line: readonly CoursePoint[]; step: number },
): Float64Array {
  const [right, down] = [view.width / size.width, view.height / size.height]
  const levels = new Float64Array(line.length * samples)
  for (const [i, { x, y, along }] of line.entries()) {
    for (let k = 0; k < samples; k++) {
      const t = (k - sideSamples) * step
      levels[i * samples + k] = sampleAt(view, (x - t * along.y) * right, (y + t * along.x) * down)
    }
  }
  return levels
}

/** By place and sample: how steeply levels rise, averaged along the line, in units of a usual edge. */
function slopesOf(levels: Float64Array, places: number): Float64Array {
  const slopes = new Float64Array(levels.length)
  let total = 0
  for (let i = 0; i < places; i++) {
    const first = Math.max(0, i - averagedPlaces)
    const last = Math.min(places - 1, i + averagedPlaces)
    let steepest = 0
    for (let k = 1; k < samples - 1; k++) {
      let sum = 0
      for (let j = first; j <= last; j++) {
        sum += (levels[j * samples + k + 1] ?? 0) - (levels[j * samples + k - 1] ?? 0)
      }
      slopes[i * samples + k] = sum / (last - first + 1)
      steepest = Math.max(steepest, Math.abs(sum) / (last - first + 1))
    }
    total += steepest
  }
  const usual = Math.max(1e-6, total / places)
  return slopes.map((slope) => slope / usual)
}

interface Ribbon {
  /** In steps beside the line. */
  readonly middle: Float64Array
  /** Half of the width in steps. */
  readonly half: Float64Array
}

function bestRibbon(slopes: Float64Array, places: number): Ribbon {
  const states = offsets * widths
  const choices = new Uint8Array(places * states)
  let scores = new Float64Array(states)
  for (let i = 0; i < places; i++) {
    const next = new Float64Array(states)
    for (let offset = 0; offset < offsets; offset++) {
      for (let width = 0; width < widths; width++) {
        const state = offset * widths + width
        const [score, choice] = i === 0 ? [0, 4] : bestBefore(scores, offset, width)
        choices[i * states + state] = choice
        next[state] = score + edgesAt(slopes, i, offset, width)
      }
    }
    scores = next
  }
  return traceBack(scores, choices, places)
}

function edgesAt(slopes: Float64Array, place: number, offset: number, width: number): number {
  const middle = place * samples + sideSamples + offset - mostOffset
  const half = width + halfWidths.least
  const fall = -(slopes[middle - half] ?? 0)
  const rise = slopes[middle + half] ?? 0
  return fall + rise
}

function bestBefore(scores: Float64Array, offset: number, width: number): [number, number] {
  let [best, choice] = [-Infinity, 4]
  for (let a = -1; a <= 1; a++) {
    const from = offset + a
    if (from < 0 || from >= offsets) continue
    for (let b = -1; b <= 1; b++) {
      const wide = width + b
      if (wide < 0 || wide >= widths) continue
      const paid = Math.abs(a) * stepPrice.middle + Math.abs(b) * stepPrice.width
      const score = (scores[from * widths + wide] ?? 0) - paid
      if (score > best) [best, choice] = [score, 3 * (a + 1) + b + 1]
    }
  }
  return [best, choice]
}

function traceBack(scores: Float64Array, choices: Uint8Array, places: number): Ribbon {
  const states = offsets * widths
  const middle = new Float64Array(places)
  const half = new Float64Array(places)
  let state = scores.indexOf(Math.max(...scores))
  for (let i = places - 1; i >= 0; i--) {
    const width = state % widths
    const offset = (state - width) / widths
    middle[i] = offset - mostOffset
    half[i] = width + halfWidths.least
    const choice = choices[i * states + state] ?? 4
    state = (offset + Math.floor(choice / 3) - 1) * widths + width + (choice % 3) - 1
  }
  return { middle, half }
}

function smooth(values: Float64Array): Float64Array {
  return values.map((_, i) => {
    const reach = Math.min(smoothedPlaces, Math.max(i, values.length - 1 - i, 1))
    const near = values.subarray(Math.max(0, i - reach), i + reach + 1)
    return near.reduce((sum, value) => sum + value, 0) / near.length
  })
}
