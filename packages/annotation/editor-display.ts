import type { EditorState } from './editor-state.ts'
import { gridOverlays } from './eye-grid.ts'
import { measurementOverlays } from './measured.ts'
import type { ToolDisplay } from './overlay.ts'
import { overlaysOf, previewOverlays } from './reshaping.ts'

/** The overlays to paint over the annotations, and the cursor. */
export function displayOf(state: EditorState): ToolDisplay {
  const { cursor, overlays } = state.tool.display(state)
  const previewed = previewOverlays(state.preview, state)
  const drawings = state.pending.flatMap(overlaysOf)
  return {
    cursor,
    overlays: [
      ...gridOverlays(state),
      ...measurementOverlays(state.document),
      ...drawings,
      ...previewed,
      ...overlays,
    ],
  }
}
