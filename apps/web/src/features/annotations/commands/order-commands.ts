import { canReorder, type Move, reorder } from '#annotation/order'

import type { Command, CommandContext } from './command.ts'
import type { Keys } from '../../../ui/keys.ts'

const state = ({ annotator }: CommandContext) => annotator.editor.state

/** Moves the selected annotations in the order from below to above. */
function moving(move: Move, key: Keys): Command {
  const isPossible = (context: CommandContext) => {
    const { selected, document } = state(context)
    return canReorder(selected, move, document)
  }
  return {
    keys: [key],
    needs: 'annotate',
    enabled: isPossible,
    run: ({ annotator: { editor } }) => editor.change(move, reorder(editor.state.selected, move)),
    reason: (context) => (state(context).selected.length === 0 ? 'needsSelection' : 'atTheEnd'),
  }
}

/** Commands for the order of annotations, which colleagues see too; each is one step of undo. */
export const orderCommands = {
  toFront: moving('toFront', 'Shift+PageUp'),
  forward: moving('forward', 'PageUp'),
  backward: moving('backward', 'PageDown'),
  toBack: moving('toBack', 'Shift+PageDown'),
} as const satisfies Record<string, Command>
