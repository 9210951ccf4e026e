import { copiesOf, copyOffset, pasteAnnotations } from '#annotation/clipboard'
import { deleteAnnotations, fitsCategory, forEach, setCategory } from '#annotation/commands'
import type { Annotation, CategoryId } from '#annotation/document'

import {
  canPaste,
  copyToClipboard,
  cutToClipboard,
  type Place,
  takeFromClipboard,
} from './clipboard.ts'
import type { Command, CommandContext } from './command.ts'
import { newUuid } from '../../../api/new-uuid.ts'

const backspace = { key: 'Backspace', repeat: false, shift: false, alt: false, ctrl: false }
const state = ({ annotator }: CommandContext) => annotator.editor.state
const isAnySelected = (context: CommandContext) => state(context).selected.length > 0

function selectedOf(context: CommandContext): Annotation[] {
  const { selected, document } = state(context)
  return selected.flatMap((id) => document.annotations.get(id) ?? [])
}

function placeOf({ data, username }: CommandContext): Place {
  return { username, datasetId: data.dataset.id, imageId: data.image.id }
}

function paste(
  { annotator: { editor }, username }: CommandContext,
  copied: { annotations: readonly Annotation[]; offset: number; label: string },
): void {
  const copies = copiesOf(copied.annotations, newUuid).map((copy) => ({
    ...copy,
    creator: username,
  }))
  editor.change(copied.label, pasteAnnotations(copies, copied.offset))
  const added = copies.map(({ id }) => id).filter((id) => editor.state.document.annotations.has(id))
  if (added.length > 0) editor.selectMany(added)
}

/** Moves the whole selection to a category as one step, or not at all. */
export function recategorise(context: CommandContext, id: CategoryId): void {
  const { editor } = context.annotator
  const { selected, document } = editor.state
  const category = document.categories.get(id)
  if (category === undefined) return
  if (!selectedOf(context).every((annotation) => fitsCategory(annotation, category))) {
    context.tellDisabled('keypointsDoNotFit')
    return
  }
  editor.change(
    'category',
    forEach(selected, (annotation) => setCategory(annotation, id)),
  )
}

/** Commands for all selected annotations; each is one step of undo. */
export const selectionCommands = {
  selectAll: {
    keys: ['Mod+a'],
    enabled: (context) => state(context).document.annotations.size > state(context).hidden.size,
    run: ({ annotator: { editor } }) => {
      const { document, hidden, selection } = editor.state
      const visible = [...document.annotations.keys()].filter((id) => !hidden.has(id))
      // The current annotation remains current.
      const inHand = visible.filter((id) => id === selection)
      editor.selectMany([...visible.filter((id) => id !== selection), ...inHand])
    },
  },
  copy: {
    keys: ['Mod+c'],
    enabled: isAnySelected,
    run: (context) => copyToClipboard(placeOf(context), selectedOf(context)),
  },
  cut: {
    keys: ['Mod+x'],
    needs: 'annotate',
    enabled: isAnySelected,
    run: (context) => {
      const cut = selectedOf(context)
      cutToClipboard(placeOf(context), cut)
      context.annotator.editor.change('cut', deleteAnnotations(cut.map(({ id }) => id)))
    },
  },
  paste: {
    keys: ['Mod+v'],
    needs: 'annotate',
    enabled: (context) => canPaste(placeOf(context)),
    run: (context) => {
      const taken = takeFromClipboard(placeOf(context))
      if (taken === null) return
      const { annotations, steps } = taken
      paste(context, { annotations, offset: steps * copyOffset, label: 'paste' })
    },
  },
  duplicate: {
    keys: ['Mod+d'],
    needs: 'annotate',
    enabled: isAnySelected,
    run: (context) =>
      paste(context, { annotations: selectedOf(context), offset: copyOffset, label: 'duplicate' }),
  },
  deleteAnnotation: {
    keys: ['Backspace', 'Delete'],
    needs: 'annotate',
    enabled: isAnySelected,
    run: ({ annotator: { editor } }) => {
      // A tool first removes its current keypoint or vertex, whatever the keys of this command are.
      if (editor.keyDown(backspace)) return
      editor.change('delete', deleteAnnotations(editor.state.selected))
    },
  },
} as const satisfies Record<string, Command>
