import type { Point } from '#geometry/point'

import { discDiameterError } from '../calibres/doubts.ts'
import type { EyeMaps } from '../eye-maps.ts'
import { type Measure, type MeasureName, measured } from '../eye-measures.ts'

/** A drawn cup against the disc around it, each from 0 to 1. */
export interface CupToDisc {
  /** The heights of both in the photograph, the one over the other. */
  readonly vertical: number
  readonly horizontal: number
  readonly area: number
}

/**
 * The cup-to-disc ratios of two closed outlines in the same unit; undefined if the disc has no area.
 * Source: J. B. Jonas, W. M. Budde, S. Panda-Jonas, Ophthalmoscopic evaluation of the optic nerve
 * head, Surv Ophthalmol 1999;43:293-320.
 */
export function measureCupToDisc(
  cup: readonly Point[],
  disc: readonly Point[],
): CupToDisc | undefined {
  const [inner, outer] = [extentOf(cup), extentOf(disc)]
  if (outer.width === 0 || outer.height === 0 || outer.area === 0) return undefined
  return {
    vertical: inner.height / outer.height,
    horizontal: inner.width / outer.width,
    area: inner.area / outer.area,
  }
}

function extentOf(outline: readonly Point[]): { width: number; height: number; area: number } {
  if (outline.length === 0) return { width: 0, height: 0, area: 0 }
  let [left, top, right, bottom, twice] = [Infinity, Infinity, -Infinity, -Infinity, 0]
  for (const [i, { x, y }] of outline.entries()) {
    const next = outline[(i + 1) % outline.length] ?? { x, y }
    twice += x * next.y - next.x * y
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { width: right - left, height: bottom - top, area: Math.abs(twice) / 2 }
}

/** One standard deviation of a person's cup margin, as a share of the disc. */
const drawnMargin = 0.04

/** Cup-to-disc ratios of an eye whose cup a person has drawn. */
export function measureCup({
  disc,
  cup,
}: EyeMaps): Readonly<Record<Extract<MeasureName, `${string}upToDisc${string}`>, Measure>> {
  const ratios =
    disc === null || cup === undefined ? undefined : measureCupToDisc(cup, disc.outline)
  const of = (value: number | undefined): Measure => {
    if (disc === null) return { notMeasurable: 'no-disc' }
    if (value === undefined) return { notMeasurable: 'no-cup' }
    return measured('ratio', value, Math.hypot(drawnMargin, discDiameterError * value))
  }
  return {
    verticalCupToDisc: of(ratios?.vertical),
    horizontalCupToDisc: of(ratios?.horizontal),
    cupToDiscArea: of(ratios?.area),
  }
}
