import type { Point } from '#geometry/point'
import type { GreyImage, RgbImage, Size } from '#raster/image'
import { resampleChannel } from '#raster/resample'
import { sampleAt } from '#raster/sample'

import { boxOfPoints, ellipseThrough, radiusIn } from './extreme-points.ts'

/** The square around four extreme points, in pixels of the image that they lie in. */
export interface PredictionWindow {
  readonly corner: Point
  readonly sidePx: number
}

/** What the prediction network sees of an object. */
export interface PredictionInput {
  readonly window: PredictionWindow
  /**
   * Five planes of `predictionSide` x `predictionSide`, rows from the top: red, green and blue less
   * their means, in their standard deviations; spots at the points, 1 in their middle; and by how
   * much less than 1.2 radii each place is out of the ellipse through the points, from -1 to 1.
   */
  readonly planes: Float32Array
}

/** Width and height of what the network takes and gives. */
export const predictionSide = 128
/** Side of the window in longer sides of the points' box, and at least in pixels. */
const windowShare = 1.5
const leastWindowPx = 12
/** Standard deviation of a point's spot in pixels of the input. */
const spot = 5
/** Added to the deviation of a channel of 0 to 255, so that flat colours stay flat. */
const deviationFloor = 4
const farthest = 1.2

/** The object between four extreme points of an image as the prediction network sees it. */
export function preparePredictionInput(image: RgbImage, points: readonly Point[]): PredictionInput {
  const window = windowAround(points)
  const perPixel = predictionSide / window.sidePx
  const placed = points.map(({ x, y }) => ({
    x: (x - window.corner.x) * perPixel,
    y: (y - window.corner.y) * perPixel,
  }))
  const count = predictionSide ** 2
  const planes = new Float32Array(5 * count)
  const size = sizeAt(image, perPixel)
  for (const channel of [0, 1, 2] as const) {
    const plane = planes.subarray(channel * count, (channel + 1) * count)
    fillFrom(resampleChannel(image, channel, size), { image, window }, plane)
    normalise(plane)
  }
  fillHints(placed, planes.subarray(3 * count, 4 * count), planes.subarray(4 * count))
  return { window, planes }
}

function windowAround(points: readonly Point[]): PredictionWindow {
  const { x, y, width, height } = boxOfPoints(points)
  const sidePx = Math.max(windowShare * Math.max(width, height), leastWindowPx)
  return { corner: { x: x + (width - sidePx) / 2, y: y + (height - sidePx) / 2 }, sidePx }
}

/** A smaller image for a smaller input; a larger one is made in between its pixels. */
function sizeAt({ width, height }: Size, perPixel: number): Size {
  const scale = Math.min(1, perPixel)
  return {
    width: Math.max(2, Math.round(width * scale)),
    height: Math.max(2, Math.round(height * scale)),
  }
}

function fillFrom(
  channel: GreyImage,
  { image, window }: { image: Size; window: PredictionWindow },
  plane: Float32Array,
): void {
  const step = window.sidePx / predictionSide
  const [perX, perY] = [channel.width / image.width, channel.height / image.height]
  for (let i = 0; i < plane.length; i++) {
    const x = window.corner.x + ((i % predictionSide) + 0.5) * step
    const y = window.corner.y + (Math.floor(i / predictionSide) + 0.5) * step
    plane[i] = sampleAt(channel, x * perX, y * perY)
  }
}

function normalise(plane: Float32Array): void {
  const mean = plane.reduce((sum, value) => sum + value, 0) / plane.length
  const squares = plane.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const deviation = Math.sqrt(squares / plane.length) + deviationFloor
  for (let i = 0; i < plane.length; i++) plane[i] = ((plane[i] ?? 0) - mean) / deviation
}

function fillHints(points: readonly Point[], spots: Float32Array, inside: Float32Array): void {
  const ellipse = ellipseThrough(points)
  for (let i = 0; i < spots.length; i++) {
    const at = { x: (i % predictionSide) + 0.5, y: Math.floor(i / predictionSide) + 0.5 }
    const squares = points.map(({ x, y }) => (x - at.x) ** 2 + (y - at.y) ** 2)
    spots[i] = Math.exp(-Math.min(...squares) / (2 * spot ** 2))
    inside[i] = Math.min(Math.max(farthest - radiusIn(ellipse, at), -1), 1)
  }
}
