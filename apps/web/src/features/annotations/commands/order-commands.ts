import type { AnnotationId } from '#annotation/document'
import type { EditorState } from '#annotation/editor-state'
import { canReorder, type Move, reorder } from '#annotation/order'

import type { Command, CommandContext } from './command.ts'
import type { Keys } from '../../../ui/keys.ts'

const state = ({ annotator }: CommandContext) => annotator.editor.state

interface Moved {
  readonly keys: readonly Keys[]
  readonly idsIn: (state: EditorState) => readonly AnnotationId[]
}

const selected = ({ selected: ids }: EditorState) => ids

function ofActiveCategory({ document, activeCategory }: EditorState): AnnotationId[] {
  const all = [...document.annotations.values()]
  return all.flatMap(({ id, categoryId }) => (categoryId === activeCategory ? [id] : []))
}

/** Moves annotations in the order from below to above. */
function moving(move: Move, { keys, idsIn }: Moved): Command {
  return {
    keys,
    needs: 'annotate',
    enabled: (context) => canReorder(idsIn(state(context)), move, state(context).document),
    run: ({ annotator: { editor } }) => editor.change(move, reorder(idsIn(editor.state), move)),
    reason: (context) => (idsIn(state(context)).length === 0 ? 'needsSelection' : 'atTheEnd'),
  }
}

/** Commands for the order of annotations, which colleagues see too; each is one step of undo. */
export const orderCommands = {
  toFront: moving('toFront', { keys: ['Shift+PageUp'], idsIn: selected }),
  forward: moving('forward', { keys: ['PageUp'], idsIn: selected }),
  backward: moving('backward', { keys: ['PageDown'], idsIn: selected }),
  toBack: moving('toBack', { keys: ['Shift+PageDown'], idsIn: selected }),
  categoryToFront: moving('toFront', { keys: [], idsIn: ofActiveCategory }),
  categoryToBack: moving('toBack', { keys: [], idsIn: ofActiveCategory }),
} as const satisfies Record<string, Command>
