import { setLabel } from '#annotation/commands'
import type { CategoryId } from '#annotation/document'

import type { CommandContext } from './command.ts'
import { recategorise } from './selection-commands.ts'

/** Gives a category to what is selected; with nothing selected to the image, or takes it away. */
export function labelWith(context: CommandContext, category: CategoryId): void {
  const { editor } = context.annotator
  editor.setView({ activeCategory: category })
  const { selected, document } = editor.state
  if (selected.length > 0) recategorise(context, category)
  else editor.change('label', setLabel(category, !document.imageRecord.labels.includes(category)))
}
