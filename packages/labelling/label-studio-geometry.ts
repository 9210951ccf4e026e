import { polygonOfEllipse } from '#geometry/ellipse'
import { snap } from '#geometry/point'
import { areaOfBox, polygonArea } from './areas.ts'
import { listOf, type Entry } from './label-studio-entries.ts'
import { maskOfLabelStudio } from './label-studio-runs.ts'
import { DamagedAnnotation, type ImageSize, type LabelledArea } from './labelled-image.ts'

/** A region as pixels: an area, or a point. */
export type RegionGeometry =
  | { readonly kind: 'area'; readonly area: LabelledArea }
  | { readonly kind: 'point'; readonly x: number; readonly y: number }

/**
 * The regions of Label Studio that can be carried over, by the type of their result without the ending
 * `labels`. Positions and lengths are in percent of the image. Each throws DamagedAnnotation.
 */
export const regionGeometries: Readonly<
  Record<string, (value: Entry, size: ImageSize) => RegionGeometry>
> = {
  rectangle(value, size) {
    const pivot = { x: across(value['x'], size), y: down(value['y'], size) }
    const box = {
      ...pivot,
      width: across(value['width'], size),
      height: down(value['height'], size),
    }
    return { kind: 'area', area: areaOfBox(box, { degrees: degreesOf(value), pivot }) }
  },
  polygon(value, size) {
    if (value['closed'] === false) throw new DamagedAnnotation('polygon')
    const ring = listOf(value['points']).flatMap((point) => {
      const [x, y] = listOf(point)
      return [across(x, size), down(y, size)]
    })
    return { kind: 'area', area: polygonArea(ring) }
  },
  ellipse(value, size) {
    const centre = { x: across(value['x'], size), y: down(value['y'], size) }
    const radii = [across(value['radiusX'], size), down(value['radiusY'], size)] as const
    if (Math.min(...radii) <= 0) throw new DamagedAnnotation('ellipse')
    const angle = (degreesOf(value) * Math.PI) / 180
    return { kind: 'area', area: polygonArea(polygonOfEllipse({ centre, radii, angle }).outer) }
  },
  brush(value, size) {
    const bytes = listOf(value['rle']).map(Number)
    return { kind: 'area', area: { kind: 'mask', mask: maskOfLabelStudio(bytes, size) } }
  },
  keypoint: (value, size) => ({
    kind: 'point',
    x: across(value['x'], size),
    y: down(value['y'], size),
  }),
}

function across(percent: unknown, { width }: ImageSize): number {
  return snap((numberOf(percent) * width) / 100)
}

function down(percent: unknown, { height }: ImageSize): number {
  return snap((numberOf(percent) * height) / 100)
}

/** Clockwise on the screen. */
function degreesOf({ rotation }: Entry): number {
  return rotation === undefined || rotation === null ? 0 : numberOf(rotation)
}

function numberOf(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new DamagedAnnotation('number')
}
