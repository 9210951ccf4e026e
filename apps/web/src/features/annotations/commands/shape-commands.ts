import { obstacleTo, type ReworkWish } from '#annotation/reworking'

import { canFlipVessels, flipVessels } from '#annotation/vessel-kind'

import type { Command, CommandContext, DisabledReason } from './command.ts'
import type { Keys } from '../../../ui/keys.ts'

function obstacle(
  kind: ReworkWish['kind'],
  { annotator: { editor } }: CommandContext,
): DisabledReason | null {
  return editor.state.mode === 'label' ? 'inLabelMode' : obstacleTo(kind, editor.state)
}

/** Works the areas and lines of the selected annotations over. */
function reworking(kind: Exclude<ReworkWish['kind'], 'split'>, key: Keys): Command {
  return {
    keys: [key],
    needs: 'annotate',
    enabled: (context) => obstacle(kind, context) === null,
    run: ({ annotator }) => void annotator.editor.rework({ kind }),
    reason: (context) => obstacle(kind, context),
  }
}

function areFlippable({ annotator: { editor } }: CommandContext): boolean {
  const { document, selected } = editor.state
  return canFlipVessels(document, selected)
}

/** Commands for the areas and lines of all selected annotations; each is one step of undo. */
export const shapeCommands = {
  merge: reworking('merge', 'Shift+m'),
  separate: reworking('separate', 'Shift+x'),
  smooth: reworking('smooth', 'Shift+s'),
  simplify: reworking('simplify', 'Shift+v'),
  fillHoles: reworking('fillHoles', 'Shift+f'),
  flipVessel: {
    keys: ['Shift+t'],
    needs: 'annotate',
    enabled: (context) => areFlippable(context),
    run: ({ annotator: { editor } }) =>
      editor.change('category', flipVessels(editor.state.selected)),
    reason: () => 'needsVessel',
  },
} as const satisfies Record<string, Command>
