import type { AnnotationId, CategoryId } from '#annotation/document'
import { canShift } from '#annotation/editor-state'
import { requestAnalysis } from '#contract/analysis'
import { deleteImage } from '#contract/images'

import type { Annotator } from '../annotator.ts'
import { categoryCommands } from './category-commands.ts'
import type { Command, CommandContext } from './command.ts'
import { commentCommands } from './comment-commands.ts'
import type { Keys } from '../../../ui/keys.ts'
import { listRows, neighbourInList } from '../list/list-rows.ts'
import { sizeCommand, takeRememberedTool, toolCommands } from '../tools/tool-commands.ts'
import { screenCommands } from './screen-commands.ts'
import { lookCommands } from './look-commands.ts'
import { orderCommands } from './order-commands.ts'
import { selectionCommands } from './selection-commands.ts'
import { shapeCommands } from './shape-commands.ts'

const always = () => true
const state = ({ annotator }: CommandContext) => annotator.editor.state

/** Creates an annotation in a category, unless it is locked, selects it and activates the last drawing tool. */
export function createIn(context: CommandContext, categoryId: CategoryId): void {
  if (context.annotator.editor.create(categoryId) !== null) takeRememberedTool(context)
}

/** Selects an annotation alone, or toggles it in the current selection. */
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
  ...commentCommands,
  analyse: {
    keys: [],
    needs: requestAnalysis,
    enabled: ({ isAnalysing }) => !isAnalysing,
    run: (context) => context.analyse(),
  },
  ...toolCommands,
  ...categoryCommands,
  labelMode: {
    keys: ['l'],
    needs: 'annotate',
    enabled: always,
    run: ({ annotator: { editor } }) =>
      editor.setMode(editor.state.mode === 'label' ? 'segment' : 'label'),
    isOn: (context) => state(context).mode === 'label',
  },
  smaller: sizeCommand('[', -1),
  larger: sizeCommand(']', 1),
  asWithShift: {
    keys: [],
    needs: 'annotate',
    enabled: (context) => canShift(state(context)),
    run: ({ annotator: { editor } }) => editor.setView({ shifted: !editor.state.shifted }),
    isOn: (context) => state(context).shifted,
  },
  takeRefused: {
    keys: ['Enter'],
    needs: 'annotate',
    enabled: (context) => state(context).refused !== null,
    run: ({ annotator }) => annotator.editor.takeRefused(),
  },
  download: { keys: [], enabled: always, run: (context) => context.download() },
  deleteImage: {
    keys: [],
    needs: deleteImage,
    enabled: always,
    run: (context) => context.deleteImage(),
  },
  undo: {
    keys: ['Mod+z'],
    needs: 'annotate',
    isFree: (context) => !state(context).tool.resting,
    enabled: (context) => {
      const { history, pending, reworking, tool: inHand } = state(context)
      const isAnyUnderWay = pending.length + reworking.length > 0
      return history.past.length > 0 || isAnyUnderWay || !inHand.resting
    },
    run: ({ annotator, tellUndone }) => tellUndone(annotator.editor.undo()),
  },
  redo: {
    keys: ['Mod+Shift+z', 'Mod+y'],
    needs: 'annotate',
    enabled: (context) => state(context).history.future.length > 0,
    run: ({ annotator, tellUndone }) => tellUndone(annotator.editor.redo()),
  },
  save: {
    keys: ['Mod+s'],
    needs: 'annotate',
    enabled: always,
    run: ({ annotator }) => void annotator.saving.saveNow(),
  },
  newAnnotation: {
    keys: ['Space'],
    needs: 'annotate',
    enabled: (context) => state(context).activeCategory !== null,
    run: (context) => {
      const { activeCategory } = state(context)
      if (activeCategory !== null) createIn(context, activeCategory)
    },
    reason: (context) =>
      state(context).document.categories.size === 0 ? 'needsCategories' : 'needsCategory',
  },
  ...selectionCommands,
  ...shapeCommands,
  ...orderCommands,
  ...lookCommands,
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

/** Whether the viewer's role has the command at all. */
export function hasCommand(name: CommandName, { may }: Pick<CommandContext, 'may'>): boolean {
  const { needs }: Command = commands[name]
  return needs === undefined || may(needs)
}

export function lastsWhileHeld(name: CommandName): boolean {
  const command: Command = commands[name]
  return command.release !== undefined
}

export function opensField(name: CommandName): boolean {
  const command: Command = commands[name]
  return command.opensField === true
}

/** Ends a command that lasts while its key is held down. */
export function releaseCommand(name: CommandName, context: CommandContext): void {
  const command: Command = commands[name]
  command.release?.(context)
}

/** Runs a command, or shows why it is not available. */
export function runCommand(name: CommandName, context: CommandContext): void {
  const command: Command = commands[name]
  const { needs } = command
  const isFree = needs === undefined || command.isFree?.(context) === true
  if (!isFree && !context.may(needs)) return context.tellForbidden(needs)
  if (command.enabled(context)) return command.run(context)
  const reason = command.reason?.(context) ?? null
  command.refuse?.(context)
  if (reason !== null) context.tellDisabled(reason)
}
