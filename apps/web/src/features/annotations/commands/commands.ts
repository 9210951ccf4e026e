import { addAnnotation } from '#annotation/commands'
import { type AnnotationId, type CategoryId, emptyAnnotation } from '#annotation/document'
import type { ToolId } from '#annotation/tools'
import { selectedIn, withRadiusStepped } from '#annotation/view'

import type { Annotator } from '../annotator.ts'
import type { Command, CommandContext } from './command.ts'
import type { Keys } from './keys.ts'
import { listRows, neighbourInList } from '../list/list-rows.ts'
import { newUuid } from '../new-uuid.ts'
import { rememberedTool, rememberTool } from '../tools/remembered-tool.ts'
import { screenCommands } from './screen-commands.ts'
import { selectionCommands } from './selection-commands.ts'

const always = () => true
const state = ({ annotator }: CommandContext) => annotator.editor.state

function tool(id: ToolId, key: Keys): Required<Command> {
  return {
    keys: [key],
    enabled: ({ annotator }) => annotator.editor.canUse(id),
    run: ({ annotator }) => {
      annotator.editor.setTool(id)
      // A ruler is not what a new annotation is to be drawn with.
      if (id !== 'measure') rememberTool(id)
    },
    isOn: (context) => state(context).tool.id === id,
    reason: (context) => (state(context).mode === 'label' ? 'inLabelMode' : 'needsAnnotation'),
  }
}

function painting(context: CommandContext): 'brush' | 'eraser' | null {
  const { id } = state(context).tool
  return id === 'brush' || id === 'eraser' ? id : null
}

/** Changes the radius of the brush or the eraser, whichever is in hand. */
function radius(key: Keys, steps: 1 | -1): Command {
  return {
    keys: [key],
    enabled: (context) => painting(context) !== null,
    run: (context) => {
      const { editor } = context.annotator
      const inHand = painting(context)
      if (inHand === null) return
      const preferences = withRadiusStepped(editor.state.preferences, inHand, steps)
      editor.setView({ preferences })
    },
  }
}

function hasKeypoints({ annotator }: CommandContext, categoryId: CategoryId): boolean {
  const { categories } = annotator.editor.state.document
  return (categories.get(categoryId)?.keypointLabels.length ?? 0) > 0
}

const keypoints = tool('keypoints', 'k')

/** Makes an annotation in a category, selects it and takes the drawing tool used last. */
export function createIn(context: CommandContext, categoryId: CategoryId): void {
  const { annotator, data, username } = context
  const { editor } = annotator
  const lastUsed = rememberedTool()
  const annotation = emptyAnnotation(editor.state.document, {
    id: newUuid(),
    categoryId,
    creator: username,
    metadata: data.dataset.default_annotation_metadata,
  })
  editor.change('create', addAnnotation(annotation))
  editor.setView({ activeCategory: categoryId })
  editor.select(annotation.id)
  editor.setTool(
    lastUsed === 'keypoints' && !hasKeypoints(context, categoryId) ? 'select' : lastUsed,
  )
}

/** Selects an annotation alone, or adds it to what is selected and takes it away again. */
export function selectInList({ editor }: Annotator, id: AnnotationId, adds = false): void {
  const { document, selected } = editor.state
  const annotation = document.annotations.get(id)
  if (annotation === undefined) return
  editor.setView({ activeCategory: annotation.categoryId })
  const others = selected.filter((other) => other !== id)
  if (!adds) editor.select(id)
  else editor.selectMany(selected.includes(id) ? others : [...others, id])
}

function go(context: CommandContext, step: 1 | -1): void {
  const { document, selection } = state(context)
  const rows = listRows(document, { ...context, opened: null })
  const annotation = neighbourInList(rows, selection, step)
  if (annotation !== null) selectInList(context.annotator, annotation.id)
}

function setExpanded(context: CommandContext, expanded: boolean): void {
  const { activeCategory } = state(context)
  if (activeCategory === null) return
  const collapsed = new Set(context.collapsed)
  if (expanded) collapsed.delete(activeCategory)
  else collapsed.add(activeCategory)
  context.setCollapsed(collapsed)
}

function neighbour(side: 'next' | 'previous', key: Keys): Command {
  return {
    keys: [key],
    enabled: ({ data }) => data.image[side] !== null,
    run: ({ data, openImage }) => {
      const id = data.image[side]
      if (id !== null) openImage(id)
    },
  }
}

export const commands = {
  ...screenCommands,
  analyse: {
    keys: [],
    enabled: ({ isAnalysing }) => !isAnalysing,
    run: (context) => context.analyse(),
  },
  select: tool('select', 's'),
  box: tool('box', 'r'),
  polygon: tool('polygon', 'v'),
  magicWand: tool('magicWand', 'w'),
  brush: tool('brush', 'b'),
  eraser: tool('eraser', 'e'),
  keypoints: {
    ...keypoints,
    enabled: (context) => {
      const selected = selectedIn(state(context))
      const hasLabels = selected !== null && hasKeypoints(context, selected.categoryId)
      return hasLabels && keypoints.enabled(context)
    },
    reason: (context) =>
      keypoints.enabled(context) ? 'needsKeypoints' : keypoints.reason(context),
  },
  measure: tool('measure', 'm'),
  labelMode: {
    keys: ['l'],
    enabled: always,
    run: ({ annotator: { editor } }) =>
      editor.setMode(editor.state.mode === 'label' ? 'segment' : 'label'),
    isOn: (context) => state(context).mode === 'label',
  },
  prediction: tool('prediction', 'o'),
  smaller: radius('[', -1),
  larger: radius(']', 1),
  download: { keys: [], enabled: always, run: (context) => context.download() },
  deleteImage: { keys: [], enabled: always, run: (context) => context.deleteImage() },
  undo: {
    keys: ['Mod+z'],
    enabled: (context) => {
      const { history, pending, tool: inHand } = state(context)
      return history.past.length > 0 || pending.length > 0 || !inHand.resting
    },
    run: ({ annotator, tellUndone }) => tellUndone(annotator.editor.undo()),
  },
  redo: {
    keys: ['Mod+Shift+z', 'Mod+y'],
    enabled: (context) => state(context).history.future.length > 0,
    run: ({ annotator, tellUndone }) => tellUndone(annotator.editor.redo()),
  },
  save: {
    keys: ['Mod+s'],
    enabled: always,
    run: ({ annotator }) => void annotator.saving.saveNow(),
  },
  newAnnotation: {
    keys: ['Space'],
    enabled: (context) => state(context).activeCategory !== null,
    run: (context) => {
      const { activeCategory } = state(context)
      if (activeCategory !== null) createIn(context, activeCategory)
    },
    reason: (context) =>
      state(context).document.categories.size === 0 ? 'needsCategories' : 'needsCategory',
  },
  ...selectionCommands,
  nextAnnotation: { keys: ['ArrowDown'], enabled: always, run: (context) => go(context, 1) },
  previousAnnotation: { keys: ['ArrowUp'], enabled: always, run: (context) => go(context, -1) },
  expand: { keys: ['ArrowRight'], enabled: always, run: (context) => setExpanded(context, true) },
  collapse: { keys: ['ArrowLeft'], enabled: always, run: (context) => setExpanded(context, false) },
  nextImage: neighbour('next', 'n'),
  previousImage: neighbour('previous', 'p'),
  deselect: {
    keys: ['Escape'],
    enabled: (context) => state(context).selection !== null,
    run: ({ annotator }) => annotator.editor.select(null),
  },
} as const satisfies Record<string, Command>

export type CommandName = keyof typeof commands

export const commandNames = Object.keys(commands) as readonly CommandName[]

/** Does what a command is for, or says why that cannot be. */
export function runCommand(name: CommandName, context: CommandContext): void {
  const command: Command = commands[name]
  if (command.enabled(context)) command.run(context)
  else if (command.reason !== undefined) context.tellDisabled(command.reason(context))
}
