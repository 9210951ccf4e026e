import type { Box } from '#geometry/box'
import { boxOfRing } from '#geometry/box'
import type { Point } from '#geometry/point'
import { ringOf, signedArea } from '#geometry/polygon'

import { convexHull } from '../convex-hull.ts'

/** An ellipse that its upright box touches at four places, leaning by `skew` from -1 to 1. */
export interface Ellipse {
  readonly centre: Point
  readonly halfWidth: number
  readonly halfHeight: number
  readonly skew: number
}

/** Points on or nearly on one line enclose no object: minimum area in square pixels. */
const leastHullArea = 1
/** An ellipse that leans more is too thin to have an inside. */
const mostSkew = 0.95

/** Whether points cannot be the extreme points of an object, having no area between them. */
export function areFlat(points: readonly Point[]): boolean {
  return Math.abs(signedArea(ringOf(convexHull(points)))) < leastHullArea
}

/** The upright box around extreme points. */
export function boxOfPoints(points: readonly Point[]): Box {
  return boxOfRing(ringOf(points)) ?? { x: 0, y: 0, width: 0, height: 0 }
}

/**
 * The ellipse with the box of four extreme points, given in any order. It leans if the leftmost and the
 * rightmost lie at different heights, and likewise for the topmost and the lowest; the mean of both is taken.
 */
export function ellipseThrough(points: readonly Point[]): Ellipse {
  const { x, y, width, height } = boxOfPoints(points)
  const byX = points.toSorted((a, b) => a.x - b.x)
  const byY = points.toSorted((a, b) => a.y - b.y)
  const rise = ((byX.at(-1)?.y ?? 0) - (byX[0]?.y ?? 0)) / height
  const shift = ((byY.at(-1)?.x ?? 0) - (byY[0]?.x ?? 0)) / width
  return {
    centre: { x: x + width / 2, y: y + height / 2 },
    halfWidth: width / 2,
    halfHeight: height / 2,
    skew: Math.min(Math.max((rise + shift) / 2, -mostSkew), mostSkew),
  }
}

/** Normalised distance: 0 at the centre of the ellipse, 1 on its outline. */
export function radiusIn({ centre, halfWidth, halfHeight, skew }: Ellipse, at: Point): number {
  const u = (at.x - centre.x) / halfWidth
  const v = (at.y - centre.y) / halfHeight
  return Math.sqrt((u * u - 2 * skew * u * v + v * v) / (1 - skew * skew))
}
