import { polygonOfEllipse } from '#geometry/ellipse'
import type { Ring } from '#geometry/polygon'
import {
  DamagedAnnotation,
  type ImageSize,
  type LabelledAnnotation,
  type NamedPoint,
} from './labelled-image.ts'
import { maskOfBoxedRuns } from './masks.ts'
import { areaOfBox, polygonArea } from './areas.ts'
import type { XmlAttributes } from './xml.ts'

type Geometry = Partial<Pick<LabelledAnnotation, 'area' | 'lines' | 'keypoints'>>

/**
 * The shapes of CVAT that can be carried over, by their elements. A skeleton gets its points from the
 * elements in it. Each throws DamagedAnnotation.
 */
export const cvatShapes: Readonly<
  Record<string, (attributes: XmlAttributes, size: ImageSize) => Geometry>
> = {
  box(attributes) {
    const [left, top, right, bottom] = [
      number(attributes, 'xtl'),
      number(attributes, 'ytl'),
      number(attributes, 'xbr'),
      number(attributes, 'ybr'),
    ]
    const box = { x: left, y: top, width: right - left, height: bottom - top }
    const pivot = { x: (left + right) / 2, y: (top + bottom) / 2 }
    return { area: areaOfBox(box, { degrees: rotationOf(attributes), pivot }) }
  },
  polygon: (attributes) => ({ area: polygonArea(points(attributes)) }),
  polyline(attributes) {
    const line = points(attributes)
    if (line.length < 4) throw new DamagedAnnotation('polyline')
    return { lines: [line] }
  },
  points: (attributes) => ({ keypoints: numberedPoints(points(attributes)) }),
  ellipse(attributes) {
    const centre = { x: number(attributes, 'cx'), y: number(attributes, 'cy') }
    const radii = [number(attributes, 'rx'), number(attributes, 'ry')] as const
    if (Math.min(...radii) <= 0) throw new DamagedAnnotation('ellipse')
    const angle = (rotationOf(attributes) * Math.PI) / 180
    return { area: polygonArea(polygonOfEllipse({ centre, radii, angle }).outer) }
  },
  mask(attributes, size) {
    const box = {
      x: number(attributes, 'left'),
      y: number(attributes, 'top'),
      width: number(attributes, 'width'),
      height: number(attributes, 'height'),
    }
    const counts = (attributes.get('rle') ?? '').split(',').map(toNumber)
    return { area: { kind: 'mask', mask: maskOfBoxedRuns({ box, counts }, size) } }
  },
  skeleton: () => ({}),
}

/** A point of a skeleton. Throws DamagedAnnotation. */
export function skeletonPoint(attributes: XmlAttributes): NamedPoint {
  const name = attributes.get('label')
  const [x, y, ...others] = points(attributes)
  if (name === undefined || x === undefined || y === undefined || others.length > 0) {
    throw new DamagedAnnotation('skeleton')
  }
  if (attributes.get('outside') === '1') return { name, x: 0, y: 0, visibility: 0 }
  return { name, x, y, visibility: attributes.get('occluded') === '1' ? 1 : 2 }
}

/** The points of a shape without names, counted from 1. */
function numberedPoints(flat: Ring): NamedPoint[] {
  return Array.from({ length: flat.length / 2 }, (_, index) => ({
    name: String(index + 1),
    x: flat[2 * index] ?? 0,
    y: flat[2 * index + 1] ?? 0,
    visibility: 2,
  }))
}

/** Degrees clockwise on the screen. */
function rotationOf(attributes: XmlAttributes): number {
  return attributes.has('rotation') ? number(attributes, 'rotation') : 0
}

function number(attributes: XmlAttributes, name: string): number {
  return toNumber(attributes.get(name) ?? '')
}

/** Flat, from `x,y;x,y`. */
function points(attributes: XmlAttributes): number[] {
  return (attributes.get('points') ?? '').split(';').flatMap((point) => {
    const [x = '', y = '', ...others] = point.split(',')
    if (others.length > 0) throw new DamagedAnnotation('points')
    return [toNumber(x), toNumber(y)]
  })
}

function toNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) throw new DamagedAnnotation('number')
  return value
}
