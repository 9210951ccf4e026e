import type { Box } from '#geometry/box'
import { snap, type Point } from '#geometry/point'
import type { Ring } from '#geometry/polygon'
import { DamagedAnnotation, type LabelledArea } from './labelled-image.ts'

/** A turn clockwise on the screen about a point. */
export interface Turn {
  readonly degrees: number
  readonly pivot: Point
}

/** A box, or the polygon of one that is turned. Throws DamagedAnnotation if it has no area. */
export function areaOfBox(box: Box, { degrees, pivot }: Turn): LabelledArea {
  const { x, y, width, height } = box
  if (!(width > 0 && height > 0)) throw new DamagedAnnotation('box')
  if (degrees % 360 === 0) return { kind: 'box', box }
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].flatMap(([cornerX = 0, cornerY = 0]) => {
    const [right, down] = [cornerX - pivot.x, cornerY - pivot.y]
    return [snap(pivot.x + right * cos - down * sin), snap(pivot.y + right * sin + down * cos)]
  })
  return polygonArea(corners)
}

/** Throws DamagedAnnotation if the ring has fewer than three points. */
export function polygonArea(outer: Ring): LabelledArea {
  if (outer.length < 6) throw new DamagedAnnotation('polygon')
  return { kind: 'polygons', shape: [{ outer, holes: [] }] }
}
