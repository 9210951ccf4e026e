import { setLabel } from '#annotation/commands'
import type { CategoryId } from '#annotation/document'

import type { CommandContext } from './command.ts'
import { recategorise } from './selection-commands.ts'

/** Assigns a category to the selection. If nothing is selected, toggles it as a label of the image. */
export function labelWith(context: CommandContext, category: CategoryId): void {
  const { editor } = context.annotator
  editor.setView({ activeCategory: category })
  const { selected, document } = editor.state
  if (selected.length > 0) recategorise(context, category)
  else editor.change('label', setLabel(category, !document.imageRecord.labels.includes(category)))
}
