import { boxBetween, isUprightRectangle, nearestInBox, polygonOfBox } from '#geometry/box'
import type { Point } from '#geometry/point'
import { snap } from '#geometry/point'
import type { MultiPolygon, VertexAddress } from '#geometry/polygon'
import { sanitise } from '#geometry/sanitise'
import { edgesCrossAt, insertVertex, moveVertex, removeVertex, vertexAt } from '#geometry/vertices'
import { setGeometry } from './commands.ts'
import type { Annotation, ImageFrame } from './document.ts'
import { boxOfImage } from './document.ts'
import type { Handle } from './handles.ts'
import type { Mark } from './history.ts'
import type { ToolEditor } from './tool.ts'

/**
 * The geometry with a vertex moved, kept inside the image. A box stays a box: the opposite corner
 * is fixed, and the box is unchanged if it would lose its area.
 */
export function draggedGeometry(
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
  const dragged = draggedGeometry(annotation, address, to, editor.view.document.image)
  commit(editor, annotation, { geometry: dragged, address, mark })
}

/** Puts a vertex on an edge; the annotation is no longer a box. */
export function addVertex(
  editor: ToolEditor,
  { id, geometry }: Annotation,
  { address, at }: Handle,
  mark: Mark,
): VertexAddress {
  const place = { x: snap(at.x), y: snap(at.y) }
  editor.change(mark, setGeometry(id, insertVertex(geometry, address, place), false))
  return { ...address, vertex: address.vertex + 1 }
}

/** Takes a vertex away; of a triangle, the whole ring. The annotation is no longer a box. */
export function deleteVertex(
  editor: ToolEditor,
  annotation: Annotation,
  address: VertexAddress,
): void {
  const geometry = removeVertex(annotation.geometry, address)
  const mark = editor.mark('delete vertex')
  commit(editor, { ...annotation, isBox: false }, { geometry, address: before(address), mark })
}

function before(address: VertexAddress): VertexAddress {
  return { ...address, vertex: Math.max(0, address.vertex - 1) }
}

function commit(
  editor: ToolEditor,
  { id, isBox }: Annotation,
  { geometry, address, mark }: { geometry: MultiPolygon; address: VertexAddress; mark: Mark },
): void {
  if (!isBox && edgesCrossAt(geometry, address)) {
    const drawing = { kind: 'area', area: geometry } as const
    editor.reshape({ annotation: id, operation: 'replace', drawing, asBox: false, mark })
    return
  }
  const bounds = boxOfImage(editor.view.document.image)
  editor.change(mark, setGeometry(id, sanitise(geometry, bounds), isBox))
}
