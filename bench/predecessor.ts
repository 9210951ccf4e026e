import MagicWand from 'magic-wand-tool'
import paper from 'paper'

import type { Point } from '#geometry/point'
import type { MultiPolygon, Ring } from '#geometry/polygon'
import { ringsOf } from '#geometry/polygon'
import { simplifyRing } from '#geometry/simplify'
import type { RgbaImage } from '#raster/image'

export type Area = paper.PathItem

/**
 * The work of an annotator as coco-annotator does it with paper.js and magic-wand-tool, step for
 * step: areas are united and subtracted at each move of the pointer, curves are flattened and
 * points thinned out afterwards, and everything on the canvas is an item of the project.
 */
export function startProject(): void {
  paper.setup(new paper.Size(100, 100))
}

export function areaOf(shape: MultiPolygon): Area {
  return new paper.CompoundPath({ children: shape.flatMap(ringsOf).map(pathOf) })
}

/** An annotation read from the server: an item with its colours. */
export function openAnnotation(segmentation: readonly Ring[]): void {
  const item = new paper.CompoundPath({ children: segmentation.map(pathOf) })
  item.fillColor = new paper.Color('#22aa66')
  item.strokeColor = new paper.Color('#116633')
}

function pathOf(ring: Ring): paper.Path {
  const path = new paper.Path({ insert: false })
  for (let i = 0; i < ring.length; i += 2) path.add(new paper.Point(ring[i] ?? 0, ring[i + 1] ?? 0))
  path.closePath()
  return path
}

export function disc({ x, y }: Point, radius: number): Area {
  return new paper.Path.Circle({ center: [x, y], radius })
}

/** One step of the brush: the union of a disc with the stroke so far. */
export function uniteDisc(painted: Area, at: Point, radius: number): Area {
  return replaced(painted, painted.unite(removed(disc(at, radius))))
}

/** One step of the eraser: a disc taken out of the annotation itself. */
export function subtractDisc(annotation: Area, at: Point, radius: number): Area {
  return replaced(annotation, annotation.subtract(removed(disc(at, radius))))
}

/** The end of a brush stroke. */
export function uniteSimplified(annotation: Area, painted: Area): Area {
  return simplified(replaced(annotation, annotation.unite(removed(painted))))
}

/** Curves as lines, then simplified within a pixel: the predecessor's step after each tool. */
export function simplified(area: Area): Area {
  area.flatten(1)
  const paths = area instanceof paper.CompoundPath ? area.children : [area]
  const rings = paths
    .filter((path) => path instanceof paper.Path)
    .map((path) => path.segments.flatMap(({ point }) => [point.x, point.y]))
  const children = rings.map((ring) => pathOf(simplifyRing(ring, 1)))
  return replaced(area, new paper.CompoundPath({ children }))
}

/** Undo's copy of an annotation, which is never shown. */
export function keptForUndo(area: Area): Area {
  const copy = area.clone()
  copy.visible = false
  return copy
}

/** The wand's outermost outline as a path, united with an annotation. */
export function pickInto(annotation: Area, photograph: RgbaImage, at: Point): Area {
  const flooded = MagicWand.floodFill({ ...photograph, bytes: 4 }, at.x, at.y, 30)
  const contours = MagicWand.traceContours(MagicWand.gaussBlurOnlyBorder(flooded, 40))
  const contour = contours.find(({ inner }) => !inner)
  if (contour === undefined) return annotation
  const path = pathOf(contour.points.flatMap(({ x, y }) => [x + 0.5, y + 0.5]))
  return simplified(replaced(annotation, annotation.unite(path)))
}

/** The item that the pointer is over. */
export function hitTest({ x, y }: Point): unknown {
  const options = { fill: true, stroke: true, segments: true, tolerance: 5 }
  return paper.project.hitTest(new paper.Point(x, y), options)
}

export function clearProject(): void {
  paper.project.clear()
}

function removed(item: Area): Area {
  item.remove()
  return item
}

function replaced(before: Area, after: Area): Area {
  before.remove()
  return after
}
