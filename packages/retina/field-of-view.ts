import type { Point } from '#geometry/point'
import { largestComponent } from '#raster/components'
import { gaussianBlur } from '#raster/gaussian'
import type { Bitmap, GreyImage, RgbImage, Size } from '#raster/image'
import { assertRgbImage, countPixels, createBitmap } from '#raster/image'
import { dilate, invert, open } from '#raster/morphology'
import { resampleChannel } from '#raster/resample'
import { threshold } from '#raster/threshold'

import type { Circle } from './circle.ts'
import { fitCircle, pointsOn } from './circle.ts'
import type { Span } from './convex-hull.ts'
import { convexHull, spanAt } from './convex-hull.ts'

/** The lit part of a fundus photograph: a circle, possibly cut by the frame or flattened. */
export interface FieldOfView {
  readonly kind: 'field-of-view'
  /** Size of the photograph, in pixels. */
  readonly imageSize: Size
  /** In image pixels; may lie outside the image if the photograph is cropped. */
  readonly centre: Point
  /** Diameter of the whole circle, in image pixels, however much of it the photograph shows. */
  readonly diameterPx: number
  /** A convex polygon around all that is lit, in image pixels. */
  readonly hull: readonly Point[]
}

export const refusals = {
  'too-small': 'The image is too small: the field of view must be at least 150 pixels wide.',
  'no-contrast': 'The image is nearly uniform: there is no lit field on a dark surround.',
  'no-field': 'No bright round field on a dark surround was found.',
} as const

/** Why an image cannot be analysed: it shows no field of view of a fundus camera. */
export interface NotAFundus {
  readonly kind: 'not-a-fundus'
  readonly reason: keyof typeof refusals
  readonly message: string
}

const smallestDiameterPx = 150
/** The field is looked for in a smaller image with this longer side. */
const searchSidePx = 400
const smallestContrast = 10
/**
 * A pixel is lit from this share of the way between the dark and the bright percentile. The second share is
 * tried if the first finds no field, as in photographs lit from one side.
 */
const litShares = [0.2, 0.07] as const
const darkPercentile = 0.002
const brightPercentile = 0.97
/** Points of the edge that are so near to the frame, in search pixels, come from cropping. */
const framePx = 2
/** Maximum distance of the visible edge from the circle, in search pixels. */
const tolerancePx = 2.5
/** Shares: of the edge on the circle, of the area in it that is lit. */
const leastOnCircle = 0.45
const leastLit = 0.7
/** Maximum share of the outside of the circle that may be lit as brightly. */
const mostStrayLight = 0.15
/** Minimum number of sectors with a visible edge, and maximum number in a row without one. */
const leastSectors = 5
const widestGap = 20
const sectorCount = 36
/** Number of rows in which an outline has a point on each side. */
const outlineRows = 200

/**
 * Finds the field of view of a fundus photograph: the circle along its visible edge, wherever the frame cuts
 * it off. Refuses images without such an edge: uniform images, noise, scenes, close-ups of a fundus. Throws
 * ImageSizeError for pixels that do not fit the image's size.
 */
export function findFieldOfView(image: RgbImage): FieldOfView | NotAFundus {
  assertRgbImage(image)
  const { width, height } = image
  if (Math.min(width, height) < smallestDiameterPx / 2) return refuse('too-small')
  const scale = Math.max(1, Math.max(width, height) / searchSidePx)
  const brightness = brightnessOf(image, {
    width: Math.max(1, Math.round(width / scale)),
    height: Math.max(1, Math.round(height / scale)),
  })
  const [dark, bright] = percentiles(brightness, [darkPercentile, brightPercentile])
  if (bright - dark < smallestContrast) return refuse('no-contrast')
  for (const share of litShares) {
    const found = findLitCircle(threshold(brightness, dark + share * (bright - dark)), image)
    if (found !== undefined)
      return found.diameterPx < smallestDiameterPx ? refuse('too-small') : found
  }
  return refuse('no-field')
}

function findLitCircle(lit: Bitmap, imageSize: Size): FieldOfView | undefined {
  const field = largestComponent(open(lit, 2), 8)
  const edge = edgePoints(field)
  const rim = edge.filter((point) => !isAtFrame(point, field))
  const circle = fitCircle(rim, tolerancePx)
  if (circle === undefined || !isRound(circle, rim)) return undefined
  const found = inImagePixels(imageSize, field, { circle, hull: convexHull(edge) })
  return isLitInsideAlone(found, field, lit) ? found : undefined
}

function refuse(reason: keyof typeof refusals): NotAFundus {
  return { kind: 'not-a-fundus', reason, message: refusals[reason] }
}

/**
 * The field of view as a bitmap over the whole photograph, at any size of the same proportions.
 * A pixel is inside if its centre is.
 */
export function fieldMask(field: FieldOfView, size: Size): Bitmap {
  const scaleX = field.imageSize.width / size.width
  const scaleY = field.imageSize.height / size.height
  const mask = createBitmap(size)
  for (let row = 0; row < size.height; row++) {
    const span = litSpan(field, (row + 0.5) * scaleY)
    const first = Math.max(0, Math.ceil(span.from / scaleX - 0.5))
    const last = Math.min(size.width - 1, Math.floor(span.to / scaleX - 0.5))
    if (first <= last) mask.data.fill(1, row * size.width + first, row * size.width + last + 1)
  }
  return mask
}

/** Position of a map's pixels in the photograph. */
export interface MapPlace {
  /** Corner of the first map pixel, in image pixels. */
  readonly origin: Point
  readonly pixelsPerMapPixel: number
}

/**
 * Sets a map of the photograph or of a part of it to 0 outside the field of view and the photograph: a
 * network's output is arbitrary where it had no input.
 */
export function mapWithinField(
  map: GreyImage,
  { origin, pixelsPerMapPixel: scale }: MapPlace,
  { centre, diameterPx, hull }: FieldOfView,
): GreyImage {
  const { width, height } = map
  const moved = ({ x, y }: Point): Point => ({ x: x - origin.x, y: y - origin.y })
  const imageSize = { width: width * scale, height: height * scale }
  const shown = { imageSize, centre: moved(centre), diameterPx, hull: hull.map(moved) }
  const mask = fieldMask({ kind: 'field-of-view', ...shown }, map).data
  return { width, height, data: map.data.map((value, i) => (mask[i] === 1 ? value : 0)) }
}

/** A field of view that reaches further by a share of its size, on each side. */
export function widenField(field: FieldOfView, share: number): FieldOfView {
  const scale = 1 + 2 * share
  const middle = meanOf(field.hull)
  return {
    ...field,
    diameterPx: field.diameterPx * scale,
    hull: field.hull.map(({ x, y }) => ({
      x: middle.x + (x - middle.x) * scale,
      y: middle.y + (y - middle.y) * scale,
    })),
  }
}

/** The outline of `fieldMask`, in image pixels, for drawing. */
export function fieldOutline(field: FieldOfView): Point[] {
  const { imageSize, centre, diameterPx, hull } = field
  const heights = hull.map(({ y }) => y)
  const top = Math.max(0, centre.y - diameterPx / 2, Math.min(...heights))
  const bottom = Math.min(imageSize.height, centre.y + diameterPx / 2, Math.max(...heights))
  const spans = Array.from({ length: outlineRows + 1 }, (_, row) => {
    const y = top + ((bottom - top) * row) / outlineRows
    const { from, to } = litSpan(field, y)
    return { y, from: Math.max(0, from), to: Math.min(imageSize.width, to) }
  }).filter(({ from, to }) => from <= to)
  return [
    ...spans.map(({ y, from }) => ({ x: from, y })),
    ...spans.toReversed().map(({ y, to }) => ({ x: to, y })),
  ]
}

function litSpan({ centre, diameterPx, hull }: FieldOfView, y: number): Span {
  const squaredHalf = (diameterPx / 2) ** 2 - (y - centre.y) ** 2
  if (squaredHalf < 0) return { from: Infinity, to: -Infinity }
  const half = Math.sqrt(squaredHalf)
  const { from, to } = spanAt(hull, y)
  return { from: Math.max(from, centre.x - half), to: Math.min(to, centre.x + half) }
}

/** The brighter of red and green, smoothed; dark surrounds are often tinted blue. */
function brightnessOf(image: RgbImage, size: Size): GreyImage {
  const red = resampleChannel(image, 0, size)
  const green = resampleChannel(image, 1, size)
  const brighter = red.data.map((value, i) => Math.max(value, green.data[i] ?? 0))
  return gaussianBlur({ ...size, data: brighter }, 1.5)
}

function percentiles(
  { data }: GreyImage,
  [low, high]: readonly [number, number],
): [number, number] {
  const sorted = data.toSorted()
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return [at(low), at(high)]
}

/** The first and last place of the area in every row and column, in order around its middle. */
function edgePoints({ width, height, data }: Bitmap): Point[] {
  const points: Point[] = []
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width)
    const first = row.indexOf(1)
    if (first < 0) continue
    points.push({ x: first, y: y + 0.5 }, { x: row.lastIndexOf(1) + 1, y: y + 0.5 })
  }
  for (let x = 0; x < width; x++) {
    const column = Uint8Array.from({ length: height }, (_, y) => data[y * width + x] ?? 0)
    const first = column.indexOf(1)
    if (first < 0) continue
    points.push({ x: x + 0.5, y: first }, { x: x + 0.5, y: column.lastIndexOf(1) + 1 })
  }
  const middle = meanOf(points)
  return points.toSorted((a, b) => angleAround(middle, a) - angleAround(middle, b))
}

function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

function angleAround(centre: Point, point: Point): number {
  return Math.atan2(point.y - centre.y, point.x - centre.x)
}

function isAtFrame({ x, y }: Point, { width, height }: Size): boolean {
  return Math.min(x, y, width - x, height - y) <= framePx
}

function isRound(circle: Circle, rim: readonly Point[]): boolean {
  const onCircle = pointsOn(circle, rim, tolerancePx)
  const turns = onCircle.map((point) => angleAround(circle.centre, point) / (2 * Math.PI) + 0.5)
  const sectors = [...new Set(turns.map((turn) => Math.floor(turn * sectorCount) % sectorCount))]
  const gaps = sectors
    .toSorted((a, b) => a - b)
    .map((sector, i, all) => (all[i + 1] ?? (all[0] ?? 0) + sectorCount) - sector - 1)
  return (
    onCircle.length >= leastOnCircle * rim.length &&
    sectors.length >= leastSectors &&
    Math.max(...gaps) <= widestGap
  )
}

/** Whether the circle is mostly lit as far as the frame shows it, and its surround mostly not. */
function isLitInsideAlone(found: FieldOfView, field: Bitmap, lit: Bitmap): boolean {
  const { width, height } = found.imageSize
  const frame = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  const disc = fieldMask({ ...found, hull: frame }, field)
  const surround = invert(dilate(disc, 2 * tolerancePx))
  return (
    countCommon(field, disc) >= leastLit * countPixels(disc) &&
    countCommon(lit, surround) <= mostStrayLight * countPixels(surround)
  )
}

function countCommon(a: Bitmap, b: Bitmap): number {
  return a.data.reduce((count, inside, i) => count + inside * (b.data[i] ?? 0), 0)
}

function inImagePixels(
  { width, height }: Size,
  search: Size,
  { circle, hull }: { circle: Circle; hull: readonly Point[] },
): FieldOfView {
  const scaleX = width / search.width
  const scaleY = height / search.height
  const toImage = ({ x, y }: Point): Point => ({ x: x * scaleX, y: y * scaleY })
  return {
    kind: 'field-of-view',
    imageSize: { width, height },
    centre: toImage(circle.centre),
    diameterPx: circle.radius * (scaleX + scaleY),
    hull: hull.map(toImage),
  }
}
