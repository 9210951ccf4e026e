import { type CategoryRole, categoryWithRole } from '#annotation/document'
import { isLocked } from '#annotation/looks'
import { stepped } from '#annotation/preferences'
import type { ToolAbout } from '#annotation/tool-about'
import { type ToolId, toolList, tools } from '#annotation/tools'
import { selectedIn } from '#annotation/view'
import { updateDataset } from '#contract/datasets'

import type { Command, CommandContext, DisabledReason } from '../commands/command.ts'
import type { Keys } from '../../../ui/keys.ts'
import { rememberedTool, rememberTool } from './remembered-tool.ts'

const state = ({ annotator }: CommandContext) => annotator.editor.state

/** A command for each tool, which activates it. */
export const toolCommands = Object.fromEntries(
  toolList.map(({ about }) => [about.id, commandFor(about)]),
) as Readonly<Record<ToolId, Command>>

function commandFor(about: ToolAbout<ToolId>): Command {
  return {
    keys: [about.key],
    ...(about.group === 'drawing' && { needs: 'annotate' as const }),
    enabled: (context) => reasonAgainst(about, context) === null,
    run: (context) => {
      const { editor } = context.annotator
      const missing = missingStructure(about, context)
      if (missing === null) editor.setTool(about.id)
      else {
        // Until the category is there, no click draws with the tool before; who goes on is left alone.
        editor.setTool('select')
        void context.addStructure(missing, () => {
          const { tool } = editor.state
          if (tool.id === 'select' && tool.resting) editor.setTool(about.id)
        })
      }
      rememberTool(about.id)
    },
    refuse: (context) => {
      if (reasonAgainst(about, context) !== 'needsAnnotation') return
      // A new annotation takes the tool that was wanted, and no click draws with the one before.
      rememberTool(about.id)
      if (state(context).tool.resting) context.annotator.editor.setTool('select')
    },
    isOn: (context) => state(context).tool.id === about.id,
    reason: (context) => reasonAgainst(about, context),
  }
}

/** Why a tool is not available; null if it is. */
function reasonAgainst(about: ToolAbout<ToolId>, context: CommandContext): DisabledReason | null {
  const { mode, document } = state(context)
  if (context.annotator.editor.canUse(about.id)) {
    const needsLabels = about.adds === 'keypoints' && about.needs === 'annotation'
    return needsLabels && !hasKeypoints(context) ? 'needsKeypoints' : null
  }
  if (mode === 'label') return 'inLabelMode'
  if (about.needs === 'annotation')
    return isSelectionLocked(context) ? 'isLocked' : 'needsAnnotation'
  if (missingStructure(about, context) !== null) {
    return context.may(updateDataset) ? null : 'needsStructure'
  }
  return document.categories.size === 0 ? 'needsCategories' : 'needsCategory'
}

function isSelectionLocked(context: CommandContext): boolean {
  const selected = selectedIn(state(context))
  return selected !== null && isLocked(state(context).looks, selected)
}

/** The structure that a tool needs a category for, if the dataset has none yet; null otherwise. */
function missingStructure({ needs }: ToolAbout, context: CommandContext): CategoryRole | null {
  if (needs === 'annotation' || needs === 'category' || needs === 'nothing') return null
  return categoryWithRole(state(context).document, needs) === null ? needs : null
}

/** Whether the category of the current annotation has keypoint labels. */
function hasKeypoints(context: CommandContext): boolean {
  const annotation = selectedIn(state(context))
  if (annotation === null) return false
  const { categories } = state(context).document
  return (categories.get(annotation.categoryId)?.keypointLabels.length ?? 0) > 0
}

/** Activates the last used tool for a new annotation, if it can draw one. */
export function takeRememberedTool(context: CommandContext): void {
  const { about } = tools[rememberedTool()]
  const isUsable = reasonAgainst(about, context) === null
  context.annotator.editor.setTool(isUsable ? about.id : 'select')
}

/** Changes the size of the current tool, such as the radius of a brush. */
export function sizeCommand(key: Keys, presses: 1 | -1): Command {
  const changed = (context: CommandContext) => {
    const { preferences, tool } = state(context)
    return stepped(preferences, tool, presses)
  }
  return {
    keys: [key],
    needs: 'annotate',
    enabled: (context) => changed(context) !== null,
    run: (context) => {
      const preferences = changed(context)
      if (preferences !== null) context.annotator.editor.setView({ preferences })
    },
  }
}
