import type { VertexAddress } from '#geometry/polygon'
import type { Shift } from '../../commands.ts'
import { moveAnnotations } from '../../commands.ts'
import type { Annotation } from '../../document.ts'
import type { Mark } from '../../history.ts'
import type { KeyInput, ToolEditor } from '../../tool.ts'
import { deleteVertex, dragVertex, vertexIn } from '../../vertex-edit.ts'
import { editable, movableIn } from '../../view.ts'
import type { Idle, SelectState } from './states.ts'

const directions: Readonly<Record<string, Shift>> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
}
/** Image pixels that an arrow key moves by with shift, and with shift and ctrl. */
const nudgeStep = 1
const largeNudgeStep = 10

/** Deletes or nudges the vertex clicked last; without one, nudges all that is selected. */
export function pressKey(state: Idle, key: KeyInput, editor: ToolEditor): SelectState | null {
  const annotation = editable(editor.view)
  const vertex = annotation === null ? null : activeVertex(state, annotation)
  if (annotation !== null && vertex !== null && isDelete(key)) {
    deleteVertex(editor, annotation, vertex)
    return { ...state, vertex: null }
  }
  const direction = key.shift ? directions[key.key] : undefined
  const moved = movableIn(editor.view).map(({ id }) => id)
  if (direction === undefined || editor.view.mode !== 'segment' || moved.length === 0) return null
  const step = key.ctrl ? largeNudgeStep : nudgeStep
  const shift = { dx: direction.dx * step, dy: direction.dy * step }
  const mark = (key.repeat ? state.nudge : null) ?? editor.mark('nudge')
  if (annotation !== null && vertex !== null)
    nudgeVertex(editor, annotation, { vertex, shift, mark })
  else editor.change(mark, moveAnnotations(moved, shift))
  return { ...state, vertex, nudge: mark }
}

function isDelete({ key }: KeyInput): boolean {
  return key === 'Backspace' || key === 'Delete'
}

/** The vertex clicked last, if the annotation still has it. */
function activeVertex({ vertex }: Idle, annotation: Annotation): VertexAddress | null {
  if (vertex === null || annotation.isBox) return null
  return vertexIn(annotation, vertex) === null ? null : vertex
}

function nudgeVertex(
  editor: ToolEditor,
  annotation: Annotation,
  { vertex, shift, mark }: { vertex: VertexAddress; shift: Shift; mark: Mark },
): void {
  const at = vertexIn(annotation, vertex)
  if (at === null) return
  const to = { x: at.x + shift.dx, y: at.y + shift.dy }
  dragVertex(editor, annotation, { address: vertex, to, mark })
}
