import type { Box } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { MultiPolygon, Ring } from '#geometry/polygon'
import { simplifyRing } from '#geometry/simplify'
import { findComponents, keepComponents } from '#raster/components'
import { traceContours } from '#raster/contour'
import { fillHoles } from '#raster/fill-holes'
import type { Bitmap, GreyImage, RgbImage, Size } from '#raster/image'
import { createBitmap } from '#raster/image'
import { sampleAt } from '#raster/sample'

import type { Overview } from './overview.ts'
import type { Found } from './planes.ts'
import { planesOf } from './planes.ts'
import type { Click, Window } from './window.ts'
import { firstWindow, placeIn, placeOf, windowAround, windowSidePx } from './window.ts'

export const clickModel = { name: 'clicks', version: '1.0.0' } as const

const cut = 0.5
/** How far beside a click, in pixels of the window, a part still counts as clicked on. */
const reachPx = 3
/** Subdivisions of a window's pixel, along each side, on which the outline is traced. */
const fineness = 4
/** Of the outline, in pixels of the photograph, and as a share of a traced pixel. */
const leastTolerance = 0.5
const toleranceShare = 0.6
/** In pixels of the window. */
const largestFilledHole = 6

/** A photograph whose objects are clicked on. */
export interface ClickPhotograph extends Size {
  readonly overview: Overview
}

/** What the machine provides. */
export interface ClickMachine {
  /** The photograph in a window at `windowSidePx` x `windowSidePx`, black beyond its border. */
  readonly readPixels: (window: Window) => Promise<RgbImage>
  /** Runs the network on the planes of `planesOf`; probabilities, one for each pixel. */
  readonly infer: (planes: Float32Array) => Promise<Float32Array>
}

/**
 * Outlines the object that a person clicks on. The first look is at a large part of the
 * field, the second at what was found there; each further click looks again. `before` is what was found with all clicks but the last,
 * or null for the first click or if it is unknown; then the clicks are followed one by one.
 */
export async function findClicked(
  photograph: ClickPhotograph,
  clicks: readonly Click[],
  before: Found | null,
  machine: ClickMachine,
): Promise<Found | null> {
  const [first] = clicks
  if (first === undefined) return null
  const fieldPx = photograph.overview.field * Math.max(photograph.width, photograph.height)
  const look = async (window: Window, shown: readonly Click[], known: Found | null) => {
    const pixels = await machine.readPixels(window)
    const { overview } = photograph
    const seen = { window, pixels, overview, fieldPx, clicks: shown, before: known }
    const data = await machine.infer(planesOf(seen))
    return { window, probability: { width: windowSidePx, height: windowSidePx, data } }
  }
  const again = (known: Found, shown: readonly Click[], asked: readonly Click[]) =>
    look(windowAround(shown, boxOfFound(known, asked), fieldPx), shown, known)
  if (before !== null) return again(before, clicks, clicks.slice(0, -1))
  let found = await look(firstWindow(first, fieldPx), [first], null)
  found = await again(found, [first], [first])
  for (let count = 2; count <= clicks.length; count++) {
    found = await again(found, clicks.slice(0, count), clicks.slice(0, count - 1))
  }
  return found
}

/** The parts that were clicked on, each pixel of the window 1 or 0. */
function clickedParts({ window, probability }: Found, clicks: readonly Click[]): Bitmap {
  const bitmap = createBitmap(probability)
  for (let i = 0; i < bitmap.data.length; i++) {
    bitmap.data[i] = (probability.data[i] ?? 0) > cut ? 1 : 0
  }
  const components = findComponents(bitmap, 8)
  const inside = clicks.filter((click) => click.inside)
  const clicked = inside.map((click) => partsNear(components.labels, placeIn(window, click)))
  return keepComponents(components, (_, part) => clicked.some((parts) => parts.has(part)))
}

function partsNear(labels: Int32Array, at: Point): Set<number> {
  const column = Math.floor(Math.min(windowSidePx - 1, Math.max(0, at.x)))
  const row = Math.floor(Math.min(windowSidePx - 1, Math.max(0, at.y)))
  const near = new Set<number>()
  for (let y = Math.max(0, row - reachPx); y <= Math.min(windowSidePx - 1, row + reachPx); y++) {
    const left = y * windowSidePx + Math.max(0, column - reachPx)
    const right = y * windowSidePx + Math.min(windowSidePx - 1, column + reachPx)
    for (const label of labels.subarray(left, right + 1)) near.add(label)
  }
  near.delete(0)
  return near
}

/** In pixels of the photograph; null if nothing was found. */
function boxOfFound(found: Found, clicks: readonly Click[]): Box | null {
  const { data, width } = clickedParts(found, clicks)
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  if (left === Infinity) return null
  const corner = placeOf(found.window, { x: left, y: top })
  const end = placeOf(found.window, { x: right, y: bottom })
  return { ...corner, width: end.x - corner.x, height: end.y - corner.y }
}

/**
 * The outline of what was found, in pixels of the photograph, within it: the parts that positive clicks
 * lie in. Empty if there is none.
 */
export function outlineOf(found: Found, clicks: readonly Click[], image: Size): MultiPolygon {
  const { window, probability } = found
  const parts = fillHoles(clickedParts(found, clicks), largestFilledHole)
  const fine = traceable(parts, probability)
  const perPixel = window.side / windowSidePx / fineness
  const largest = keepComponents(findComponents(fine, 4), (area) => area >= fineness * fineness)
  const tolerance = Math.max(leastTolerance, toleranceShare * perPixel)
  const placed = (ring: Ring) => {
    const points = ring.map((value, i) => {
      const [centre, most] =
        i % 2 === 0 ? [window.centre.x, image.width] : [window.centre.y, image.height]
      const at = centre + value * perPixel - window.side / 2
      return Math.min(most, Math.max(0, at))
    })
    return simplifyRing(points, tolerance)
  }
  return traceContours(largest)
    .map(({ outer, holes }) => ({ outer: placed(outer), holes: holes.map(placed) }))
    .filter(({ outer }) => outer.length >= 6)
}

/** The probabilities above the cut on a finer grid, in the given parts and just around them. */
function traceable(parts: Bitmap, probability: GreyImage): Bitmap {
  const side = windowSidePx * fineness
  const fine = createBitmap({ width: side, height: side })
  for (let row = 0, i = 0; row < side; row++) {
    for (let column = 0; column < side; column++, i++) {
      const [x, y] = [(column + 0.5) / fineness, (row + 0.5) / fineness]
      if (isNear(parts, Math.floor(x), Math.floor(y)) && sampleAt(probability, x, y) > cut) {
        fine.data[i] = 1
      }
    }
  }
  return fine
}

function isNear({ width, height, data }: Bitmap, column: number, row: number): boolean {
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
      if (data[y * width + x] === 1) return true
    }
  }
  return false
}
