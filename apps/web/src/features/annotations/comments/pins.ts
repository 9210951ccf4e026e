import { extentOf } from '#annotation/commands'
import type { Annotation } from '#annotation/document'
import type { NewPin, Pin } from '#contract/comments'
import type { Point } from '#geometry/point'

import type { Annotator } from '../annotator.ts'

/** The open annotation with an id of the server. */
export function annotationOf({ editor, saving }: Annotator, serverId: number): Annotation | null {
  const { annotations } = editor.state.document
  for (const [id, { server }] of saving.ledger.entries) {
    if (server?.serverId === serverId) return annotations.get(id) ?? null
  }
  return null
}

/** The place in image pixels of a pin; null for the image as a whole, and for an annotation without a shape. */
export function placeOfPin(annotator: Annotator, pin: Pin): Point | null {
  if (pin.kind === 'image') return null
  if (pin.kind === 'place') return { x: pin.x, y: pin.y }
  const annotation = pin.annotation_id === null ? null : annotationOf(annotator, pin.annotation_id)
  const box = annotation === null ? null : extentOf(annotation)
  return box === null ? null : { x: box.x + box.width, y: box.y }
}

/** The selected annotation, if the server has it, else the image as a whole. */
export function pinOfSelection({ editor, saving }: Annotator): NewPin {
  const { selection } = editor.state
  const saved = selection === null ? undefined : saving.ledger.entries.get(selection)?.server
  const id = saved?.serverId ?? null
  return id === null ? { kind: 'image' } : { kind: 'annotation', annotation_id: id }
}

/** The place of the photograph under the pointer, else what is selected. */
export function pinAtPointer(annotator: Annotator, pointer: Point | null): NewPin {
  const { zoom, x, y } = annotator.stage.viewport
  const { width, height } = annotator.editor.state.document.image
  if (pointer === null) return pinOfSelection(annotator)
  const at = { x: (pointer.x - x) / zoom, y: (pointer.y - y) / zoom }
  const isOnImage = at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height
  return isOnImage ? { kind: 'place', ...at } : pinOfSelection(annotator)
}
