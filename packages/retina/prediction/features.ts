import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { gaussianBlur } from '#raster/gaussian'
import type { GreyImage, RgbImage, Size } from '#raster/image'
import { resampleChannel } from '#raster/resample'

import { solve } from '../equations.ts'
import type { Ellipse } from './extreme-points.ts'
import { boxOfPoints, ellipseThrough, radiusIn } from './extreme-points.ts'

/** Features of each pixel around an object, one number a pixel and feature. */
export interface PixelFeatures extends Size {
  /** Normalised distance of each pixel, see `radiusIn`. */
  readonly radius: Float32Array
  /** Normalised distance in the box of the points: 0 at its centre, 1 on its sides. */
  readonly inBox: Float32Array
  readonly planes: readonly Float32Array[]
}

/** Longest side of the object's box in working pixels; larger ones are looked at smaller. */
const workingSide = 96
/** Areas that are surely inside and surely outside, as radii in the ellipse. */
const core = 0.75
const surroundings = 1.2
/** Limit of a log-likelihood ratio, so that one odd pixel cannot outweigh the shape. */
const mostEvidence = 4

/**
 * Features of the pixels of an image around four extreme points, which are in its pixels. Two kinds: a
 * pixel's position among the points, and how much more its colour resembles the inside than the surround, by
 * Fisher's linear discriminant (R. A. Fisher, 1936), first for the ellipse through the points, then for the
 * result of that. Null if there are too few pixels.
 */
export function pixelFeatures(image: RgbImage, points: readonly Point[]): PixelFeatures | null {
  const box = boxOfPoints(points)
  const side = Math.max(box.width, box.height)
  const scale = Math.min(1, workingSide / side)
  const size = { width: atLeastOne(image.width * scale), height: atLeastOne(image.height * scale) }
  const scaled = points.map(({ x, y }) => ({
    x: (x * size.width) / image.width,
    y: (y * size.height) / image.height,
  }))
  const ellipse = ellipseThrough(scaled)
  const places = placesIn(ellipse, scaled, size)
  const channels = ([0, 1, 2] as const).map((channel) =>
    gaussianBlur(resampleChannel(image, channel, size), 0.7),
  )
  const inside = places.radius.map((radius) => (radius < core ? 1 : 0))
  const around = places.radius.map((radius) => (radius > surroundings ? 1 : 0))
  if (sum(inside) < 3 || sum(around) < 3) return null
  const first = discriminate(channels, inside, around)
  const believed = first.evidence.data.map((evidence, i) =>
    logistic(evidence + 6 * (1 - (places.radius[i] ?? 0))),
  )
  const second = discriminate(
    channels,
    believed.map((inner) => inner + 1e-6),
    believed.map((inner) => 1 - inner + 1e-6),
  )
  const extent = Math.sqrt(ellipse.halfWidth * ellipse.halfHeight)
  const spread = gaussianBlur(second.evidence, 0.5 + 0.05 * extent).data
  const everywhere = (value: number) => new Float32Array(spread.length).fill(value)
  return {
    ...size,
    radius: places.radius,
    inBox: places.inBox,
    planes: [
      places.radius,
      places.radius.map((radius) => Math.min(radius * radius, 4)),
      first.evidence.data,
      gaussianBlur(first.evidence, 0.12 * extent).data,
      second.evidence.data,
      spread,
      spread.map((evidence, i) => evidence * (1 - (places.radius[i] ?? 0))),
      places.toPoint.map((away) => Math.min(away / extent, 2)),
      places.inBox,
      everywhere((Math.log2(side) - 5) / 2),
      everywhere(Math.tanh(Math.sqrt(Math.max(0, first.separation)) / 3)),
      everywhere(Math.tanh(first.greenContrast / 20)),
    ],
  }
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length))
}

export function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}

function sum(values: Float32Array): number {
  return values.reduce((total, value) => total + value, 0)
}

interface Places {
  readonly radius: Float32Array
  /** Distance to the nearest extreme point. */
  readonly toPoint: Float32Array
  readonly inBox: Float32Array
}

function placesIn(ellipse: Ellipse, points: readonly Point[], { width, height }: Size): Places {
  const radius = new Float32Array(width * height)
  const [toPoint, inBox] = [radius.slice(), radius.slice()]
  for (let i = 0; i < radius.length; i++) {
    const at = { x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 }
    radius[i] = radiusIn(ellipse, at)
    toPoint[i] = points.reduce((least, point) => Math.min(least, distance(point, at)), Infinity)
    inBox[i] = Math.max(
      Math.abs(at.x - ellipse.centre.x) / ellipse.halfWidth,
      Math.abs(at.y - ellipse.centre.y) / ellipse.halfHeight,
    )
  }
  return { radius, toPoint, inBox }
}

interface Discriminant {
  /** For each pixel the log-likelihood ratio of its colour, above 0 if it resembles the inside. */
  readonly evidence: GreyImage
  /** Squared Mahalanobis distance between the mean colours. */
  readonly separation: number
  /** How much greener the inside is, 0 to 255. */
  readonly greenContrast: number
}

/** Added to the variance of each channel, so that flat colours can be distinguished, too. */
const noiseVariance = 20

function discriminate(
  channels: readonly GreyImage[],
  inside: Float32Array,
  around: Float32Array,
): Discriminant {
  const [inner, outer] = [colourOf(channels, inside), colourOf(channels, around)]
  const difference = inner.mean.map((mean, i) => mean - (outer.mean[i] ?? 0))
  const covariance = inner.covariance.map((row, i) =>
    row.map(
      (value, j) => (value + (outer.covariance[i]?.[j] ?? 0)) / 2 + (i === j ? noiseVariance : 0),
    ),
  )
  const weights = solve(covariance, difference)
  const middle = inner.mean.map((mean, i) => (mean + (outer.mean[i] ?? 0)) / 2)
  const { width, height } = channels[0] ?? { width: 0, height: 0 }
  const data = new Float32Array(width * height)
  for (let i = 0; i < data.length; i++) {
    let evidence = 0
    for (let c = 0; c < 3; c++) {
      evidence += (weights[c] ?? 0) * ((channels[c]?.data[i] ?? 0) - (middle[c] ?? 0))
    }
    data[i] = Math.min(Math.max(evidence, -mostEvidence), mostEvidence)
  }
  return {
    evidence: { width, height, data },
    separation: dot(weights, difference),
    greenContrast: difference[1] ?? 0,
  }
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, i) => total + value * (b[i] ?? 0), 0)
}

interface Colour {
  readonly mean: readonly number[]
  readonly covariance: readonly (readonly number[])[]
}

/** Mean and covariance of the colours of weighted pixels. */
function colourOf(channels: readonly GreyImage[], weights: Float32Array): Colour {
  const total = sum(weights)
  const mean = channels.map(
    ({ data }) => data.reduce((all, value, i) => all + value * (weights[i] ?? 0), 0) / total,
  )
  const covariance = channels.map((a, row) =>
    channels.map((b, column) => {
      let all = 0
      for (let i = 0; i < weights.length; i++) {
        const fromA = (a.data[i] ?? 0) - (mean[row] ?? 0)
        all += (weights[i] ?? 0) * fromA * ((b.data[i] ?? 0) - (mean[column] ?? 0))
      }
      return all / total
    }),
  )
  return { mean, covariance }
}
