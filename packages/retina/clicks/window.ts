import type { Box } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { Region } from '#raster/crop'
import type { Size } from '#raster/image'

/** Width and height of a window around an object, in its pixels. `training/clicks.py` has the same rules. */
export const windowSidePx = 96
/** The same for a first look, which only tells how large the object is. */
export const firstSidePx = 32
/** Sides of the windows for the first looks, from narrow to wide, in diameters of the field. */
export const firstShares = [0.04, 0.13, 0.45] as const
/** Side of the smallest window around an object: in diameters of the field, and in pixels of the photograph. */
const leastShare = 0.008
const leastPx = 24
/** The side of a window around something, as a multiple of its longer side. */
const margin = 1.7

/** A square of a photograph, in its pixels; it may reach beyond the photograph. */
export interface Window {
  readonly centre: Point
  readonly side: number
  /** The pixels that it is seen in, along each side. */
  readonly sidePx: number
}

/** A place that a person clicked on, in pixels of the photograph. */
export interface Click extends Point {
  /** Whether the place belongs to the object. */
  readonly inside: boolean
}

/** The window for a first look at a clicked object; the field's diameter is in pixels. */
export function firstWindow({ x, y }: Point, share: number, fieldPx: number): Window {
  return { centre: { x, y }, side: share * fieldPx, sidePx: firstSidePx }
}

/** The window around all clicks and the box of what has been found, if anything. */
export function windowAround(clicks: readonly Point[], found: Box | null, fieldPx: number): Window {
  const corners =
    found === null ? [] : [found, { x: found.x + found.width, y: found.y + found.height }]
  const xs = [...clicks, ...corners].map(({ x }) => x)
  const ys = [...clicks, ...corners].map(({ y }) => y)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  return {
    centre: { x: (left + right) / 2, y: (top + bottom) / 2 },
    side: Math.max(margin * Math.max(right - left, bottom - top), leastShare * fieldPx, leastPx),
    sidePx: windowSidePx,
  }
}

/** Position of a place of the photograph in a window, in the window's pixels. */
export function placeIn({ centre, side, sidePx }: Window, { x, y }: Point): Point {
  const scale = sidePx / side
  return {
    x: (x - centre.x) * scale + sidePx / 2,
    y: (y - centre.y) * scale + sidePx / 2,
  }
}

/** The reverse of `placeIn`. */
export function placeOf({ centre, side, sidePx }: Window, { x, y }: Point): Point {
  const scale = side / sidePx
  return {
    x: (x - sidePx / 2) * scale + centre.x,
    y: (y - sidePx / 2) * scale + centre.y,
  }
}

/** The whole pixels of a photograph that a window shows, at least one. */
export function regionOfWindow({ centre, side }: Window, { width, height }: Size): Region {
  const left = Math.min(width - 1, Math.max(0, Math.floor(centre.x - side / 2)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(centre.y - side / 2)))
  const right = Math.max(left + 1, Math.min(width, Math.ceil(centre.x + side / 2)))
  const bottom = Math.max(top + 1, Math.min(height, Math.ceil(centre.y + side / 2)))
  return { x: left, y: top, width: right - left, height: bottom - top }
}
