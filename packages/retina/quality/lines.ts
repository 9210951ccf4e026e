import type { Point } from '#geometry/point'
import type { Components } from '#raster/components'
import { findComponents } from '#raster/components'
import type { Bitmap, GreyImage } from '#raster/image'
import { countPixels } from '#raster/image'
import { hysteresis } from '#raster/threshold'

import { normaliseIllumination } from '../illumination.ts'
import type { QualityView } from './view.ts'
import { quantileOf, valuesAt, viewDiameterPx } from './view.ts'
import type { LineFilter } from '../vessels/filter.ts'
import { respondToLines } from '../vessels/filter.ts'

/** How strongly each pixel of a view looks like being on a line; 0 and more. */
export interface Lines {
  readonly narrow: GreyImage
  readonly wide: GreyImage
  /** The stronger of both, inside the field without its rim. */
  readonly strength: GreyImage
  /** Wide lines that are bright. */
  readonly bright: GreyImage
  /** The pixels that count as vessel by that strength. */
  readonly vessels: Bitmap
}

/** How much of a fundus' vessels can be seen. */
export interface LineFeatures {
  /** Strength of dark lines that the strongest 1, 5 and 25 % of the field exceed. */
  readonly lines1: number
  readonly lines5: number
  readonly lines25: number
  /** The logarithm of that strength over the strength of bright lines, wide ones alone. */
  readonly darker1: number
  readonly darker5: number
  /** Logarithm of wide lines over narrow ones. */
  readonly width: number
  /** Share of the field that is vessel, and that of the poorest and second poorest quadrant. */
  readonly vessels: number
  readonly poorest: number
  readonly secondPoorest: number
  /** Shares of all vessels: the largest tree, the largest three. */
  readonly largest: number
  readonly largestThree: number
  /** Diagonal of the largest tree's box over the field's diameter. */
  readonly extent: number
  /** How many separate pieces there are, as a logarithm. */
  readonly pieces: number
}

const narrowFilter = { sigma: 0.9, lengths: [7] }
const wideFilter = { sigma: 1.7, lengths: [12] }
/** Thresholds of the line strength: pixels connected with a strong one are vessel. */
const vesselLevels = { low: 0.35, high: 0.65, smallestArea: 30 }

/** The lines of a photograph, dark and bright. */
export function findLines(view: QualityView): Lines {
  const darkness = normaliseIllumination(view.green, view.mask, viewDiameterPx)
  const brightness = { ...darkness, data: darkness.data.map((value) => -value) }
  const narrow = strengthOf(darkness, narrowFilter)
  const wide = strengthOf(darkness, wideFilter)
  const data = narrow.data.map(
    (value, i) => Math.max(value, wide.data[i] ?? 0) * (view.inner.data[i] ?? 0),
  )
  const strength = { ...narrow, data }
  const vessels = hysteresis(strength, vesselLevels)
  return { narrow, wide, strength, bright: strengthOf(brightness, wideFilter), vessels }
}

function strengthOf(image: GreyImage, filter: LineFilter): GreyImage {
  const response = respondToLines(image, filter)[0] ?? image
  return { ...response, data: response.data.map((value) => Math.max(0, value)) }
}

/** How much those lines look like the vessels of a fundus. */
export function measureLines(lines: Lines, { inner, pixels }: QualityView): LineFeatures {
  const sorted = (image: GreyImage) => valuesAt(image, pixels).toSorted()
  const strength = sorted(lines.strength)
  const [narrow, wide, bright] = [sorted(lines.narrow), sorted(lines.wide), sorted(lines.bright)]
  return {
    lines1: quantileOf(strength, 0.99),
    lines5: quantileOf(strength, 0.95),
    lines25: quantileOf(strength, 0.75),
    darker1: logRatio(quantileOf(wide, 0.99), quantileOf(bright, 0.99)),
    darker5: logRatio(quantileOf(wide, 0.95), quantileOf(bright, 0.95)),
    width: logRatio(quantileOf(wide, 0.95), quantileOf(narrow, 0.95)),
    ...measureTrees(lines.vessels),
    ...measureQuadrants(lines.vessels, inner),
  }
}

function logRatio(a: number, b: number): number {
  return Math.log((a + 0.02) / (b + 0.02))
}

function measureTrees(vessels: Bitmap) {
  const trees = findComponents(vessels, 8)
  const areas = Array.from(trees.areas.subarray(1)).toSorted((a, b) => b - a)
  const all = countPixels(vessels) + 1
  const share = (count: number) => areas.slice(0, count).reduce((a, b) => a + b, 0) / all
  return {
    largest: share(1),
    largestThree: share(3),
    extent: extentOf(trees, trees.areas.indexOf(areas[0] ?? -1)),
    pieces: Math.log(areas.length + 1),
  }
}

function extentOf({ labels, width }: Components, tree: number): number {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== tree || tree < 1) continue
    const x = i % width
    const y = Math.floor(i / width)
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return right < left ? 0 : Math.hypot(right - left, bottom - top) / viewDiameterPx
}

function measureQuadrants(vessels: Bitmap, inner: Bitmap) {
  const { width } = inner
  const middle = middleOf(inner)
  const counts = [0, 1, 2, 3].map(() => ({ field: 0, vessels: 0 }))
  for (let i = 0; i < inner.data.length; i++) {
    if (inner.data[i] === 0) continue
    const isRight = i % width > middle.x
    const isBelow = Math.floor(i / width) > middle.y
    const count = counts[Number(isRight) + 2 * Number(isBelow)]
    if (count === undefined) continue
    count.field += 1
    count.vessels += vessels.data[i] ?? 0
  }
  const shares = counts.map((count) => count.vessels / (count.field + 1)).toSorted((a, b) => a - b)
  const field = countPixels(inner) + 1
  return {
    vessels: countPixels(vessels) / field,
    poorest: shares[0] ?? 0,
    secondPoorest: shares[1] ?? 0,
  }
}

function middleOf({ data, width }: Bitmap): Point {
  let [x, y, count] = [0, 0, 1]
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue
    x += i % width
    y += Math.floor(i / width)
    count += 1
  }
  return { x: x / count, y: y / count }
}
