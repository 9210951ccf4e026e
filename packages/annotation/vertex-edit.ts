import { boxBetween, isUprightRectangle, nearestInBox, polygonOfBox } from '#geometry/box'
import {
  insertLinePoint,
  isOnLine,
  linePointAt,
  moveLinePoint,
  removeLinePoint,
} from '#geometry/line'
import type { Point } from '#geometry/point'
import { snap } from '#geometry/point'
import type { MultiPolygon, VertexAddress } from '#geometry/polygon'
import { sanitise } from '#geometry/sanitise'
import { edgesCrossAt, insertVertex, moveVertex, removeVertex, vertexAt } from '#geometry/vertices'
import type { Drawn } from './commands.ts'
import { setGeometry, setLines } from './commands.ts'
import type { Annotation, ImageFrame } from './document.ts'
import { boxOfImage } from './document.ts'
import type { Handle } from './handles.ts'
import type { Mark } from './history.ts'
import type { Drawing } from './plan.ts'
import type { ToolEditor } from './tool.ts'

/** The vertex of an outline or a line at an address, or null if there is none. */
export function vertexIn({ geometry, lines }: Drawn, address: VertexAddress): Point | null {
  return isOnLine(address) ? linePointAt(lines, address) : vertexAt(geometry, address)
}

/** Area and lines with a vertex moved, see `draggedGeometry`. */
export function draggedDrawing(
  annotation: Annotation,
  address: VertexAddress,
  to: Point,
  image: ImageFrame,
): Drawn {
  const { geometry, lines } = annotation
  return isOnLine(address)
    ? { geometry, lines: moveLinePoint(lines, address, placeInImage(to, image)) }
    : { geometry: draggedGeometry(annotation, address, to, image), lines }
}

/**
 * The geometry with a vertex moved, kept inside the image. A box stays a box: the opposite corner
 * is fixed, and the box is unchanged if it would lose its area.
 */
function draggedGeometry(
  annotation: Annotation,
  address: VertexAddress,
  to: Point,
  image: ImageFrame,
): MultiPolygon {
  const { geometry, isBox } = annotation
  const inside = placeInImage(to, image)
  if (!isBox) return moveVertex(geometry, address, inside)
  const opposite = vertexAt(geometry, { ...address, vertex: (address.vertex + 2) % 4 })
  if (opposite === null) return geometry
  const box = [polygonOfBox(boxBetween(opposite, inside))]
  return isUprightRectangle(box) ? box : geometry
}

/** The place within the image, to a hundredth of a pixel, that a dragged vertex gets. */
export function placeInImage(to: Point, image: ImageFrame): Point {
  return nearestInBox(boxOfImage(image), { x: snap(to.x), y: snap(to.y) })
}

/** Moves a vertex permanently. If its edges now cross others, the area is recomputed. */
export function dragVertex(
  editor: ToolEditor,
  annotation: Annotation,
  { address, to, mark }: { address: VertexAddress; to: Point; mark: Mark },
): void {
  const { image } = editor.view.document
  const from = vertexIn(annotation, address)
  if (from === null) return
  const { geometry, lines } = draggedDrawing(annotation, address, to, image)
  if (isOnLine(address)) {
    editor.change(mark, setLines(annotation.id, lines))
    return
  }
  const drawing = { kind: 'vertex', address, from, to: placeInImage(to, image) } as const
  commit(editor, annotation, { geometry, drawing, address, mark })
}

/** Puts a vertex on an edge or a line; with a new vertex of its outline an annotation is no longer a box. */
export function addVertex(
  editor: ToolEditor,
  { id, geometry, lines }: Annotation,
  { address, at }: Handle,
  mark: Mark,
): VertexAddress {
  const place = { x: snap(at.x), y: snap(at.y) }
  if (isOnLine(address)) editor.change(mark, setLines(id, insertLinePoint(lines, address, place)))
  else editor.change(mark, setGeometry(id, insertVertex(geometry, address, place), false))
  return { ...address, vertex: address.vertex + 1 }
}

/**
 * Takes a vertex away; of a triangle the whole ring, of a line of two points the line. Without a vertex of
 * its outline, the annotation is no longer a box.
 */
export function deleteVertex(
  editor: ToolEditor,
  annotation: Annotation,
  address: VertexAddress,
): void {
  const mark = editor.mark('delete vertex')
  if (isOnLine(address)) {
    editor.change(mark, setLines(annotation.id, removeLinePoint(annotation.lines, address)))
    return
  }
  const geometry = removeVertex(annotation.geometry, address)
  const drawing = { kind: 'area', area: geometry } as const
  const changed = { geometry, drawing, address: before(address), mark }
  commit(editor, { ...annotation, isBox: false }, changed)
}

function before(address: VertexAddress): VertexAddress {
  return { ...address, vertex: Math.max(0, address.vertex - 1) }
}

interface Changed {
  readonly geometry: MultiPolygon
  /** The same change as a drawing. */
  readonly drawing: Drawing
  readonly address: VertexAddress
  readonly mark: Mark
}

function commit(
  editor: ToolEditor,
  { id, isBox, geometry: clean }: Annotation,
  { geometry, drawing, address, mark }: Changed,
): void {
  if (!isBox && edgesCrossAt(geometry, address)) {
    editor.reshape({ operation: 'replace', drawing, asBox: false, mark })
    return
  }
  const bounds = boxOfImage(editor.view.document.image)
  editor.change(mark, setGeometry(id, sanitise(geometry, bounds, clean), isBox))
}
