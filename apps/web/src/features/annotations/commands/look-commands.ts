import { withAnnotationLooks, withOpacityBy } from '#annotation/looks'

import type { Command, CommandContext } from './command.ts'

/** In percent. */
const opacityStep = 10

const state = ({ annotator }: CommandContext) => annotator.editor.state

/** A command for the looks of all selected annotations, which are neither saved with the image nor undone. */
function looking(run: Command['run']): Command {
  return {
    keys: [],
    enabled: (context) => state(context).selected.length > 0,
    run,
    reason: () => 'needsSelection',
  }
}

function stepOpacity(context: CommandContext, step: number): void {
  const { looks, selected } = state(context)
  context.annotator.editor.setView({ looks: withOpacityBy(looks, selected, step) })
}

function toggleLock(context: CommandContext): void {
  const { looks, selected } = state(context)
  const isLocked = !selected.every((id) => looks.annotations.get(id)?.isLocked === true)
  context.annotator.editor.setView({ looks: withAnnotationLooks(looks, selected, { isLocked }) })
}

function toggleHidden(context: CommandContext): void {
  const { hidden, looks, selected } = state(context)
  const isHidden = !selected.every((id) => hidden.has(id))
  const chosen = new Set(selected)
  const others = [...hidden].filter((id) => !chosen.has(id))
  context.annotator.editor.setView({
    hidden: new Set(isHidden ? [...others, ...chosen] : others),
    looks: withAnnotationLooks(looks, selected, { isHidden }),
  })
}

export const lookCommands = {
  lock: { ...looking(toggleLock), needs: 'annotate' },
  opacityUp: looking((context) => stepOpacity(context, opacityStep)),
  opacityDown: looking((context) => stepOpacity(context, -opacityStep)),
  hide: looking(toggleHidden),
} as const satisfies Record<string, Command>
