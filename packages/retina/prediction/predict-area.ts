import type { Box } from '#geometry/box'
import { growBox } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { MultiPolygon, Ring } from '#geometry/polygon'
import { area } from '#geometry/polygon'
import { simplifyRing } from '#geometry/simplify'
import { traceContours } from '#raster/contour'
import type { Region } from '#raster/crop'
import type { GreyImage, RgbImage, Size } from '#raster/image'
import { createBitmap } from '#raster/image'

import { boxOfPoints } from './extreme-points.ts'
import type { PixelFeatures } from './features.ts'
import { pixelFeatures } from './features.ts'
import type { PredictionNetwork } from './network.ts'
import { inferLogOdds, scoreOf } from './network.ts'
import { predictionNetwork } from './weights.ts'

export const predictionModel = { name: 'extreme-points', version: '2.0.0' } as const

/** Minimum padding around the points' box, as a share of its longer side. */
const leastPadding = 0.35
/** Share of its sides by which the area may exceed the points' box: hands are not that steady. */
const slack = 0.1
/** Areas that agree so well (Dice's coefficient) are the same; the ellipse is the smoother one. */
const sameAsEllipse = 0.95
/** Below this share of the ellipse's area, the pixels have shown something else than the object. */
const leastShare = 0.2
/** How steeply the score falls at the outline of the ellipse. */
const ellipseSlope = 12
/** In pixels, of the outline. */
const tolerance = 0.7

/** The whole pixels to be looked at around extreme points, within the image. */
export function regionAround(points: readonly Point[], padding: number, image: Size): Region {
  const box = boxOfPoints(points)
  const by = Math.max(padding, leastPadding * Math.max(box.width, box.height))
  return regionOf(growBox(box, by), image)
}

function regionOf(box: Box, { width, height }: Size): Region {
  const x = Math.min(Math.max(0, Math.floor(box.x)), width - 1)
  const y = Math.min(Math.max(0, Math.floor(box.y)), height - 1)
  return {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.ceil(box.x + box.width)) - x),
    height: Math.max(1, Math.min(height, Math.ceil(box.y + box.height)) - y),
  }
}

/**
 * Predicts the outline of an object from its leftmost, topmost, rightmost and lowest point, in any order: one
 * polygon without holes, or none. The image is the one that `regionAround` names; points and result are in
 * its pixels. The threshold from 1 to 99 cuts the score of the pixels: 80 where inside and outside are
 * equally likely, lower draws wider, higher draws tighter. Null if the object is so small that its pixels
 * carry no information.
 */
export function predictArea(
  image: RgbImage,
  points: readonly Point[],
  threshold: number,
): MultiPolygon | null {
  const features = pixelFeatures(image, points)
  if (features === null) return null
  const { score } = chooseScore(features, predictionNetwork)
  const near = regionOf(growBox(boxOfPoints(points), 2 + slackOf(points)), image)
  return outline(score, near, { image, cut: threshold / 100 })
}

function slackOf(points: readonly Point[]): number {
  const { width, height } = boxOfPoints(points)
  return slack * Math.max(width, height)
}

interface Score {
  readonly score: GreyImage
  /** The source: the pixels, or the ellipse through the points if the pixels add nothing. */
  readonly by: 'pixels' | 'ellipse'
}

/** Score of each pixel from 0 to 1, by its own look or, failing that, by the ellipse. */
export function chooseScore(features: PixelFeatures, network: PredictionNetwork): Score {
  const { width, height, radius, inBox } = features
  const ownOdds = inferLogOdds(network, features)
  const isNear = inBox.map((away) => (away < 1 + 2 * slack ? 1 : 0))
  let [own, ellipse, both] = [0, 0, 0]
  for (let i = 0; i < radius.length; i++) {
    const isOwn = isNear[i] === 1 && (ownOdds.data[i] ?? 0) > 0
    const isInEllipse = (radius[i] ?? 0) < 1
    if (isOwn) own++
    if (isInEllipse) ellipse++
    if (isOwn && isInEllipse) both++
  }
  const isSame = (2 * both) / (own + ellipse) > sameAsEllipse
  const by = isSame || own < leastShare * ellipse ? 'ellipse' : 'pixels'
  const data = ownOdds.data.map((odds, i) => {
    if (by === 'ellipse') return scoreOf(ellipseSlope * (1 - (radius[i] ?? 0)))
    return isNear[i] === 1 ? scoreOf(odds) : 0
  })
  return { by, score: { width, height, data } }
}

/** The largest part that scores above the cut, without holes, on the pixels of the image. */
function outline(
  score: GreyImage,
  near: Region,
  { image, cut }: { image: Size; cut: number },
): MultiPolygon {
  const bitmap = createBitmap(near)
  const [perX, perY] = [score.width / image.width, score.height / image.height]
  for (let y = 0, i = 0; y < near.height; y++) {
    for (let x = 0; x < near.width; x++, i++) {
      const at = { x: (near.x + x + 0.5) * perX - 0.5, y: (near.y + y + 0.5) * perY - 0.5 }
      bitmap.data[i] = between(score, at) > cut ? 1 : 0
    }
  }
  const [largest] = traceContours(bitmap)
    .map(({ outer }) => outer)
    .toSorted((a, b) => areaOf(b) - areaOf(a))
  if (largest === undefined) return []
  const placed = largest.map((value, i) => value + (i % 2 === 0 ? near.x : near.y))
  return [{ outer: simplifyRing(placed, tolerance), holes: [] }]
}

function areaOf(outer: Ring): number {
  return area([{ outer, holes: [] }])
}

/** An image's value between the centres of its pixels; past the border that of the nearest. */
function between({ width, height, data }: GreyImage, at: Point): number {
  const x = Math.min(Math.max(at.x, 0), width - 1)
  const y = Math.min(Math.max(at.y, 0), height - 1)
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)]
  const value = (column: number, row: number) => data[row * width + column] ?? 0
  const above = value(left, top) + (x - left) * (value(right, top) - value(left, top))
  const below = value(left, bottom) + (x - left) * (value(right, bottom) - value(left, bottom))
  return above + (y - top) * (below - above)
}
