import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { etdrsGrid, gridDiscMicrometres, type RegionLayout } from '#retina/regions/regions'
import { zones } from '#retina/zones'
import { correctedPlace, drawnLayout } from './grid-places.ts'
import type { GridPlace, GridView } from './grid-view.ts'
import { gridPlaces } from './grid-view.ts'
import type { Overlay } from './overlay.ts'
import type { Aim } from './reach.ts'
import { reachOf } from './reach.ts'
import type { Scale } from './scale.ts'
import type { View } from './view.ts'

/** The grid on an image, and whether its radii are those of a known scale. */
export interface EyeGrid extends RegionLayout {
  /** Else one disc diameter counts as 1,500 µm. */
  readonly hasScale: boolean
}

type Gridded = Pick<View, 'document' | 'grid'>

const laidOut = new WeakMap<View['document'], { grid: GridView; eye: EyeGrid | null }>()

/**
 * The ETDRS grid of an image while it is shown: around the fovea and away from the disc, each where
 * it was dragged to, else as annotated, else as the analysis found it. The size of the disc is never
 * corrected. Null without both.
 */
export function eyeGridOf({ document, grid }: Gridded): EyeGrid | null {
  if (grid === null) return null
  const known = laidOut.get(document)
  if (known?.grid === grid) return known.eye
  const eye = layOut(document, grid)
  laidOut.set(document, { grid, eye })
  return eye
}

function layOut(document: View['document'], { found, dragged }: GridView): EyeGrid | null {
  const drawn = drawnLayout(document)
  const movedTo = (place: GridPlace) =>
    dragged?.place === place ? dragged.at : correctedPlace(document, place)
  const known = drawn.disc ?? found.disc
  const fovea = movedTo('fovea') ?? drawn.fovea ?? found.fovea
  if (known === null || fovea === null) return null
  const disc = { ...known, centre: movedTo('disc') ?? known.centre }
  const micrometres = document.image.micrometresPerPixel ?? null
  const centre = { centre: fovea }
  return {
    disc,
    fovea: centre,
    grid: etdrsGrid(disc, centre, micrometres),
    hasScale: micrometres !== null,
  }
}

/** The scale of the grid's circles, which also converts areas in it. */
export function scaleOfGrid({ disc }: EyeGrid, { image }: View['document']): Scale {
  const discDiameter = disc.diameterPx
  const stated = image.micrometresPerPixel ?? null
  return {
    discDiameter,
    micrometresPerPixel: stated ?? gridDiscMicrometres / discDiameter,
    isEstimated: stated === null,
  }
}

/** The grid that the user may correct; null if it is not shown, or the image is only viewed. */
function correctable(view: View): EyeGrid | null {
  return view.mode === 'view' ? null : eyeGridOf(view)
}

/** The place that a press takes in the hand, the nearest within reach; null for none. */
export function gridPlaceAt(view: View, aim: Aim): GridPlace | null {
  const eye = correctable(view)
  if (eye === null) return null
  const [nearest] = gridPlaces
    .map((place) => ({ place, away: distance(eye[place].centre, aim.at) }))
    .toSorted((a, b) => a.away - b.away)
  return nearest !== undefined && nearest.away <= reachOf(aim, view) ? nearest.place : null
}

/** Apart from those of annotations. */
const gridColour = '#f4f1de'

/** Circles and borders of the fields, with the quarters around the disc. */
export function gridOverlays(view: Gridded): Overlay[] {
  const eye = eyeGridOf(view)
  if (eye === null) return []
  const { disc, grid } = eye
  const [inner, , outer] = grid.radiiPx
  const look = { dashed: false, colour: gridColour }
  const around = { dashed: true, colour: gridColour }
  const { from, to } = zones.C
  return [
    ...grid.radiiPx.map(
      (radius) => ({ kind: 'circle', at: grid.centre, radius, ...look }) as const,
    ),
    ...[45, 135, 225, 315].map((degrees) => spoke(grid.centre, degrees, [inner, outer], look)),
    ...[from, to].map((share) => {
      return {
        kind: 'circle',
        at: disc.centre,
        radius: share * disc.diameterPx,
        ...around,
      } as const
    }),
    ...[0, 90, 180, 270].map((degrees) =>
      spoke(disc.centre, degrees, [from * disc.diameterPx, to * disc.diameterPx], around),
    ),
    ...letters(eye),
  ]
}

interface Look {
  readonly dashed: boolean
  readonly colour: string
}

function spoke(
  centre: Point,
  degrees: number,
  [from, to]: readonly [number, number],
  look: Look,
): Overlay {
  const [a, b] = [away(centre, degrees, from), away(centre, degrees, to)]
  return { kind: 'line', line: [a.x, a.y, b.x, b.y], ...look }
}

function away({ x, y }: Point, degrees: number, radius: number): Point {
  const angle = (Math.PI * degrees) / 180
  return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
}

/** Superior, inferior, nasal and temporal, in the outer fields. */
function letters({ grid: { centre, radiiPx, nasal } }: EyeGrid): Overlay[] {
  const directions = [
    { letter: 'S', degrees: 270 },
    { letter: 'I', degrees: 90 },
    { letter: nasal === 1 ? 'N' : 'T', degrees: 0 },
    { letter: nasal === 1 ? 'T' : 'N', degrees: 180 },
  ]
  const [, middle, outer] = radiiPx
  return directions.map(({ letter, degrees }) => {
    return { kind: 'text', at: away(centre, degrees, (middle + outer) / 2), lines: [letter] }
  })
}

/** The handles of the disc's centre and of the fovea. */
export function gridHandles(view: View, taken: GridPlace | null = null): Overlay[] {
  const eye = correctable(view)
  if (eye === null) return []
  return gridPlaces.map((place) => {
    return { kind: 'handle', role: 'start', at: eye[place].centre, active: place === taken }
  })
}
