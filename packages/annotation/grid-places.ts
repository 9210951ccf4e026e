import { boxOf } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'
import { area, pointsOf } from '#geometry/polygon'
import type { Command } from './commands.ts'
import { setMeasurement } from './commands.ts'
import type { AnnotationDocument } from './document.ts'
import type { FoundDisc, GridPlace, Layout } from './grid-view.ts'
import { gridPlaces } from './grid-view.ts'
import { measurementOf } from './measurement.ts'
import { structuresIn } from './structures.ts'

/** The largest annotated disc, and the first annotated fovea. */
export function drawnLayout(document: AnnotationDocument): Layout {
  const { discs, foveas } = structuresIn(document)
  return { disc: discOf(discs), fovea: foveas[0] ?? null }
}

/** The middle of its box, and the diameter of the circle of its area. */
function discOf(discs: readonly MultiPolygon[]): FoundDisc | null {
  const [largest] = discs.toSorted((a, b) => area(b) - area(a))
  const box = largest === undefined ? null : boxOf(largest)
  if (largest === undefined || box === null) return null
  return {
    centre: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    diameterPx: 2 * Math.sqrt(area(largest) / Math.PI),
  }
}

/** The position that a person has given a place of the grid on this image; null: none. */
export function correctedPlace(
  { imageRecord }: Pick<AnnotationDocument, 'imageRecord'>,
  place: GridPlace,
): Point | null {
  const kept = imageRecord.measurements[place]
  return kept?.kind === place ? (pointsOf(kept.points)[0] ?? null) : null
}

/** Keeps the position of a place of the grid with the image; null takes it back. */
export function correctGrid(place: GridPlace, at: Point | null): Command {
  return setMeasurement(place, at === null ? null : measurementOf(place, [at]))
}

/**
 * A changed document without the corrections of structures that were drawn or moved by the change: the
 * later act of a person wins. A deleted structure leaves its correction.
 */
export function withoutOvertaken(
  before: AnnotationDocument,
  after: AnnotationDocument,
): AnnotationDocument {
  if (before.annotations === after.annotations) return after
  const corrected = gridPlaces.filter((place) => correctedPlace(after, place) !== null)
  if (corrected.length === 0) return after
  const [was, is] = [drawnPlaces(before), drawnPlaces(after)]
  return corrected
    .filter((place) => is[place] !== null && !isSamePlace(was[place], is[place]))
    .reduce((document, place) => correctGrid(place, null)(document), after)
}

function drawnPlaces(document: AnnotationDocument): Readonly<Record<GridPlace, Point | null>> {
  const { disc, fovea } = drawnLayout(document)
  return { disc: disc?.centre ?? null, fovea }
}

function isSamePlace(a: Point | null, b: Point | null): boolean {
  return a?.x === b?.x && a?.y === b?.y
}
