import type { Box } from '#geometry/box'
import type { Point } from '#geometry/point'
import { area as areaOf, type MultiPolygon, type Ring } from '#geometry/polygon'
import { simplifyRing } from '#geometry/simplify'
import { type Components, findComponents, keepComponents, regionOfArea } from '#raster/components'
import { traceContours } from '#raster/contour'
import { fillHoles } from '#raster/fill-holes'
import type { Bitmap, GreyImage, RgbImage, Size } from '#raster/image'
import { createBitmap } from '#raster/image'
import { sampleAt } from '#raster/sample'

import { corrected, correctionAt } from './correction.ts'
import type { Overview } from './overview.ts'
import type { Found, Known, Planes } from './planes.ts'
import { planesOf } from './planes.ts'
import type { Click, Window } from './window.ts'
import { firstShares, firstWindow, placeIn, placeOf, windowAround } from './window.ts'

export const clickModel = { name: 'clicks', version: '1.8.0' } as const

const cut = 0.5
/** How far beside a click, in pixels of the window, a part still counts as clicked on. */
const reachPx = 3
/** A first look shows a whole object if this border of the window, in its pixels, is free of it. */
const borderPx = 4
/** Subdivisions of a window's pixel, along each side, on which the outline is traced. */
const fineness = 4
/** Tolerance of the outline's simplification: in pixels of the photograph, and in traced pixels. */
const leastTolerance = 0.5
const toleranceShare = 0.6
/** Area in pixels of the window. */
const largestFilledHole = 6

/** A photograph with objects to click on. */
export interface ClickPhotograph extends Size {
  readonly overview: Overview
}

/** The parts that depend on the machine: photograph and network. */
export interface ClickMachine {
  /** The photograph in the pixels of a window, as `cutWindow` shows it. */
  readonly readPixels: (window: Window) => Promise<RgbImage>
  /** Runs the network; returns a probability for each pixel. */
  readonly infer: (planes: Planes) => Promise<Float32Array>
}

/**
 * Outlines the object that a person clicks on. Small looks at the surroundings of the click, from close to
 * wide, tell how large the object is; the next look is at the object itself. Each further click looks again,
 * and moves the edge past itself. `before` is the result for all clicks but the last; if it is null, the
 * clicks are followed one by one.
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
  const look = async (window: Window, shown: readonly Click[], known: Known) => {
    const pixels = await machine.readPixels(window)
    const { overview } = photograph
    const data = await machine.infer(
      planesOf({ window, pixels, overview, fieldPx, clicks: shown, ...known }),
    )
    return { window, probability: { width: window.sidePx, height: window.sidePx, data } }
  }
  const parts = (found: Found, shown: readonly Click[]) => clickedParts(found, shown, photograph)
  const windowOf = ({ window }: Found, area: Bitmap, shown: readonly Click[]) =>
    windowAround(shown, boxOf(window, area), fieldPx)
  const correct = async (known: Found, shown: readonly Click[]) => {
    const area = parts(known, shown.slice(0, -1))
    const seen = { window: known.window, fieldPx }
    const correction = correctionAt(seen, area, shown.at(-1) ?? first)
    const window = windowOf(known, correction?.area ?? area, shown)
    const found = await look(window, shown, {
      before: known,
      expected: correction?.expected ?? null,
    })
    return correction === null ? found : corrected(found, parts(found, shown), correction)
  }
  if (before !== null) return correct(before, clicks)
  const start = await firstLook(
    (share) => look(firstWindow(first, share, fieldPx), [first], { before: null, expected: null }),
    (seen) => isWhole(parts(seen, [first])),
  )
  const closer = windowOf(start, parts(start, [first]), [first])
  let found = await look(closer, [first], { before: start, expected: null })
  for (let count = 2; count <= clicks.length; count++) {
    found = await correct(found, clicks.slice(0, count))
  }
  return found
}

/** The narrowest look around the first click that is sufficient, or else the widest. */
async function firstLook(
  lookAround: (share: number) => Promise<Found>,
  isSufficient: (seen: Found) => boolean,
): Promise<Found> {
  const [narrowest, ...wider] = firstShares
  let seen = await lookAround(narrowest)
  for (const share of wider) {
    if (isSufficient(seen)) return seen
    seen = await lookAround(share)
  }
  return seen
}

/** Whether something was found and ends within the window. */
function isWhole(area: Bitmap): boolean {
  const box = regionOfArea(area)
  if (box === null) return false
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  const isWithin = right <= area.width - borderPx && bottom <= area.height - borderPx
  return box.x >= borderPx && box.y >= borderPx && isWithin
}

/** The parts of a photograph that positive clicks lie in or near, in pixels of the window. */
function clickedParts(
  { window, probability }: Found,
  clicks: readonly Click[],
  { width, height }: Size,
): Bitmap {
  const bitmap = createBitmap(probability)
  const start = placeIn(window, { x: 0, y: 0 })
  const end = placeIn(window, { x: width, y: height })
  for (let row = 0, i = 0; row < bitmap.height; row++) {
    const isBeyond = row + 0.5 < start.y || row + 0.5 > end.y
    for (let column = 0; column < bitmap.width; column++, i++) {
      if (isBeyond || column + 0.5 < start.x || column + 0.5 > end.x) continue
      bitmap.data[i] = (probability.data[i] ?? 0) > cut ? 1 : 0
    }
  }
  const components = findComponents(bitmap, 8)
  const inside = clicks.filter((click) => click.inside)
  const clicked = inside.map((click) => partsNear(components, placeIn(window, click)))
  return keepComponents(components, (_, part) => clicked.some((parts) => parts.has(part)))
}

function partsNear({ width, height, labels }: Components, at: Point): Set<number> {
  const column = Math.floor(Math.min(width - 1, Math.max(0, at.x)))
  const row = Math.floor(Math.min(height - 1, Math.max(0, at.y)))
  const near = new Set<number>()
  for (let y = Math.max(0, row - reachPx); y <= Math.min(height - 1, row + reachPx); y++) {
    const left = y * width + Math.max(0, column - reachPx)
    const right = y * width + Math.min(width - 1, column + reachPx)
    for (const label of labels.subarray(left, right + 1)) near.add(label)
  }
  near.delete(0)
  return near
}

/** The box of an area in a window, in pixels of the photograph; null if it is empty. */
function boxOf(window: Window, area: Bitmap): Box | null {
  const box = regionOfArea(area)
  if (box === null) return null
  const corner = placeOf(window, box)
  const end = placeOf(window, { x: box.x + box.width, y: box.y + box.height })
  return { ...corner, width: end.x - corner.x, height: end.y - corner.y }
}

/**
 * The outline of the parts that positive clicks lie in, in pixels of the photograph and clipped to it.
 * Empty if there is none.
 */
export function outlineOf(found: Found, clicks: readonly Click[], image: Size): MultiPolygon {
  const { window, probability } = found
  const parts = fillHoles(clickedParts(found, clicks, image), largestFilledHole)
  const fine = traceable(parts, probability)
  const perPixel = window.side / window.sidePx / fineness
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
  return traceContours(fine)
    .filter((part) => areaOf([part]) >= fineness * fineness)
    .map(({ outer, holes }) => ({ outer: placed(outer), holes: holes.map(placed) }))
    .filter(({ outer }) => outer.length >= 6)
}

/** Pixels of a finer grid whose probability is above the cut, in the given parts and next to them. */
function traceable(parts: Bitmap, probability: GreyImage): Bitmap {
  const { width, height } = parts
  const fine = createBitmap({ width: width * fineness, height: height * fineness })
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const around = { row, column }
      if (!someAround(parts, around, (i) => parts.data[i] === 1)) continue
      // Between values above the cut there are no others.
      const isInside = !someAround(parts, around, (i) => (probability.data[i] ?? 0) <= cut)
      paintFine(fine, around, (x, y) => isInside || sampleAt(probability, x, y) > cut)
    }
  }
  return fine
}

interface Pixel {
  readonly row: number
  readonly column: number
}

/** Whether a test holds for the index of a pixel, or of one beside it. */
function someAround(
  { width, height }: Size,
  { row, column }: Pixel,
  test: (i: number) => boolean,
): boolean {
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
      if (test(y * width + x)) return true
    }
  }
  return false
}

/** Sets those of a pixel's finer ones for whose centres, in pixels of the window, a test holds. */
function paintFine(
  fine: Bitmap,
  { row, column }: Pixel,
  test: (x: number, y: number) => boolean,
): void {
  for (let down = row * fineness; down < (row + 1) * fineness; down++) {
    for (let across = column * fineness; across < (column + 1) * fineness; across++) {
      if (!test((across + 0.5) / fineness, (down + 0.5) / fineness)) continue
      fine.data[down * fine.width + across] = 1
    }
  }
}
