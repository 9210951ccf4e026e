import type { Point } from '#geometry/point'
import { boxMean } from '#raster/box-mean'
import type { Bitmap, GreyImage } from '#raster/image'
import { countPixels } from '#raster/image'

import type { Lines } from './lines.ts'
import type { QualityView } from './view.ts'
import { deviationOf, meanOf, smoothIn, valuesAt, viewDiameterPx } from './view.ts'

/** How lines run, and whether they run to something that may be a disc. */
export interface CourseFeatures {
  /** Coherence of the lines' direction at each place, from 0 to 1. */
  readonly coherence: number
  /** Convergence of the lines at the best place: -1 across, 0 random, 1 towards it. */
  readonly convergence: number
  /** Logarithm of how much denser vessels are there. */
  readonly gathered: number
  /** The brightest spot of a disc's size, in deviations, how far from that place it lies over the
   * field's diameter, and how well lines run to it. */
  readonly brightSpot: number
  readonly apart: number
  readonly toSpot: number
}

/** A place on a vessel, its direction as the double angle, and how sure that is. */
interface Course extends Point {
  readonly cos: number
  readonly sin: number
  readonly weight: number
}

/** Vessels converge over this distance, but not nearer than the disc's radius. */
const reach = { from: 0.05 * viewDiameterPx, to: 0.3 * viewDiameterPx }
const stepPx = 8

/** Finds where the lines of a photograph converge. */
export function measureCourse({ strength, vessels }: Lines, view: QualityView): CourseFeatures {
  const courses = coursesOf(strength, vessels)
  const spots = spotsOf(view)
  const field = countPixels(view.inner) + 1
  const overall = countPixels(vessels) / field
  const best = placesIn(view.inner)
    .map((place) => ({ place, ...gather(courses, place) }))
    .reduce((a, b) => (b.score > a.score ? b : a), { place: { x: 0, y: 0 }, ...nowhere })
  const brightest = placesIn(view.inner, 4).reduce(
    (a, b) => (valueAt(spots, b) > valueAt(spots, a) ? b : a),
    best.place,
  )
  const distance = Math.hypot(best.place.x - brightest.x, best.place.y - brightest.y)
  return {
    coherence: meanOf(Float32Array.from(courses, ({ weight }) => weight)),
    convergence: best.alignment,
    gathered: Math.log((best.density + 0.005) / (overall + 0.005)),
    brightSpot: valueAt(spots, brightest),
    apart: distance / viewDiameterPx,
    toSpot: gather(courses, brightest).alignment,
  }
}

const nowhere = { score: 0, alignment: 0, density: 0 }

function valueAt({ data, width }: GreyImage, { x, y }: Point): number {
  return data[y * width + x] ?? 0
}

function placesIn(mask: Bitmap, step = stepPx): Point[] {
  const places: Point[] = []
  for (let y = step >> 1; y < mask.height; y += step) {
    for (let x = step >> 1; x < mask.width; x += step) {
      if (mask.data[y * mask.width + x] === 1) places.push({ x, y })
    }
  }
  return places
}

/** Directions by the structure tensor. Source: J. Bigun and G. H. Granlund, 1987. */
function coursesOf(strength: GreyImage, vessels: Bitmap): Course[] {
  const { width, data } = strength
  const slopeX = data.map((_, i) => (data[i + 1] ?? 0) - (data[i - 1] ?? 0))
  const slopeY = data.map((_, i) => (data[i + width] ?? 0) - (data[i - width] ?? 0))
  const of = (product: (x: number, y: number) => number) =>
    boxMean({ ...strength, data: slopeX.map((x, i) => product(x, slopeY[i] ?? 0)) }, 3).data
  const difference = of((x, y) => y * y - x * x)
  const both = of((x, y) => -2 * x * y)
  const sum = of((x, y) => x * x + y * y)
  const courses: Course[] = []
  for (let i = 0; i < data.length; i += 1) {
    if (vessels.data[i] === 0 || (i + Math.floor(i / width)) % 3 !== 0) continue
    const length = Math.hypot(difference[i] ?? 0, both[i] ?? 0)
    if (length === 0) continue
    courses.push({
      x: i % width,
      y: Math.floor(i / width),
      cos: (difference[i] ?? 0) / length,
      sin: (both[i] ?? 0) / length,
      weight: length / ((sum[i] ?? 0) + 1e-9),
    })
  }
  return courses
}

function gather(courses: readonly Course[], { x, y }: Point): typeof nowhere {
  let [along, weights, count] = [0, 0, 0]
  for (const course of courses) {
    const dx = course.x - x
    const dy = course.y - y
    const squared = dx * dx + dy * dy
    if (squared < reach.from ** 2 || squared > reach.to ** 2) continue
    const towards = (course.cos * (dx * dx - dy * dy) + course.sin * 2 * dx * dy) / squared
    along += course.weight * towards
    weights += course.weight
    count += 1
  }
  const area = Math.PI * (reach.to ** 2 - reach.from ** 2)
  return {
    score: along / Math.sqrt(weights + 30),
    alignment: along / (weights + 30),
    density: (3 * count) / area,
  }
}

/** How much brighter places of a disc's size are than their surround, in deviations. */
function spotsOf({ red, green, mask, inner, pixels }: QualityView): GreyImage {
  const sum = { ...red, data: red.data.map((value, i) => value + (green.data[i] ?? 0)) }
  const small = smoothIn(sum, mask, Math.round(0.03 * viewDiameterPx))
  const large = smoothIn(sum, mask, Math.round(0.11 * viewDiameterPx))
  const data = small.data.map((value, i) => (value - (large.data[i] ?? 0)) * (inner.data[i] ?? 0))
  const deviation = deviationOf(valuesAt({ ...sum, data }, pixels)) + 0.5
  return { ...sum, data: data.map((value) => value / deviation) }
}
