import type { Point } from '#geometry/point'
import type { EyeMaps } from '#retina/eye-maps'
import { drawLines, type DrawnLine, polar } from '#retina/testing/drawn-eye'

import { disc, type Kind, origin, pictureSide, type Shape } from './shapes.ts'

/** How a shape is laid into the picture: turned about its middle, and shifted in pixels. */
export interface Pose {
  readonly degrees: number
  readonly shift: Point
  readonly micrometresPerPixel: number
}

/** At 2,048 pixels four rotations at three sub-pixel shifts, and three of them at 1,366 pixels. */
export const poses: readonly Pose[] = [
  ...[0, 17, 45, 71].flatMap((degrees) =>
    [
      { x: 0, y: 0 },
      { x: 0.25, y: 0.5 },
      { x: 0.6, y: 0.35 },
    ].map((shift) => ({ degrees, shift, micrometresPerPixel: 5 })),
  ),
  ...[0, 17, 45].map((degrees) => ({
    degrees,
    shift: { x: 0.25, y: 0.5 },
    micrometresPerPixel: 7.5,
  })),
]

/** Poses in which a shape is visible. */
export function posesOf({ isFine }: Shape): readonly Pose[] {
  return isFine === true ? poses.filter((pose) => pose.micrometresPerPixel === 5) : poses
}

/** The maps of a shape, as a network without a fault would give them. */
export function mapsOf({ vessels }: Shape, { degrees, shift, micrometresPerPixel }: Pose): EyeMaps {
  const sidePx = Math.round(pictureSide / micrometresPerPixel)
  const discPx = disc / micrometresPerPixel
  const angle = (Math.PI * degrees) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const centre = { x: sidePx / 2 + shift.x, y: sidePx / 2 + shift.y }
  const place = ({ x, y }: Point): Point => ({
    x: centre.x + (x * cos - y * sin) / micrometresPerPixel,
    y: centre.y + (x * sin + y * cos) / micrometresPerPixel,
  })
  const drawn = (kind: Kind | undefined): DrawnLine[] =>
    vessels
      .filter((vessel) => kind === undefined || vessel.kind === kind)
      .map(({ line, width }) => ({
        points: line.map(place),
        widthPx: width / micrometresPerPixel,
      }))
  const size = { width: sidePx, height: sidePx }
  return {
    size,
    field: {
      kind: 'field-of-view',
      imageSize: size,
      centre: { x: sidePx / 2, y: sidePx / 2 },
      diameterPx: sidePx,
      hull: [origin, { x: sidePx, y: 0 }, { x: sidePx, y: sidePx }, { x: 0, y: sidePx }],
    },
    origin,
    pixelsPerMapPixel: 1,
    vessel: drawLines(size, drawn(undefined)),
    arteriole: drawLines(size, drawn('arteriole')),
    venule: drawLines(size, drawn('venule')),
    disc: {
      centre,
      diameterPx: discPx,
      outline: Array.from({ length: 72 }, (_, k) =>
        polar(centre, discPx / 2, (2 * Math.PI * k) / 72),
      ),
      doubts: [],
    },
    fovea: { centre: place({ x: 2.5 * disc, y: 0 }), probability: 1 },
    scale: {
      kind: 'stated',
      micrometresPerPixel,
      source: 'drawn',
      axialLengthMm: null,
      refraction: null,
    },
  }
}
