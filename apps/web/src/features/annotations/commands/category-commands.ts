import type { Category, CategoryId } from '#annotation/document'

import { bestMatches } from '../../../ui/best-matches.ts'
import type { Command, CommandContext } from './command.ts'
import { labelWith } from './labelling.ts'

/** Makes a category the active one; in label mode, assigns it. */
export function chooseCategory(context: CommandContext, { id }: Pick<Category, 'id'>): void {
  const { editor } = context.annotator
  if (editor.state.mode === 'label') labelWith(context, id)
  else editor.chooseCategory(id)
}

/** The categories with a text in their names, best first. */
export function categoriesNamed(
  categories: ReadonlyMap<CategoryId, Category>,
  text: string,
): Category[] {
  return bestMatches([...categories.values()], text, ({ name }) => name)
}

function categoryAt({ annotator }: CommandContext, place: number): Category | undefined {
  return [...annotator.editor.state.document.categories.values()][place - 1]
}

/** Chooses the category at a place of the list, from 1. */
function choosing(place: number): Command {
  return {
    keys: [String(place)],
    needs: 'annotate',
    enabled: (context) => categoryAt(context, place) !== undefined,
    run: (context) => {
      const category = categoryAt(context, place)
      if (category !== undefined) chooseCategory(context, category)
    },
  }
}

/** Commands that choose the category of what is drawn next. */
export const categoryCommands = {
  category1: choosing(1),
  category2: choosing(2),
  category3: choosing(3),
  category4: choosing(4),
  category5: choosing(5),
  category6: choosing(6),
  category7: choosing(7),
  category8: choosing(8),
  category9: choosing(9),
  findCategory: {
    keys: ['/'],
    needs: 'annotate',
    enabled: ({ annotator }) => annotator.editor.state.document.categories.size > 0,
    opensField: true,
    run: ({ openDialog }) => openDialog('findCategory'),
    reason: () => 'needsCategories',
  },
  newAfterStroke: {
    keys: ['a'],
    needs: 'annotate',
    enabled: () => true,
    run: ({ annotator: { editor }, tellNewAfterStroke }) => {
      const { preferences } = editor.state
      const newAfterStroke = !preferences.newAfterStroke
      editor.setView({ preferences: { ...preferences, newAfterStroke } })
      tellNewAfterStroke(newAfterStroke)
    },
    isOn: ({ annotator }) => annotator.editor.state.preferences.newAfterStroke,
  },
} as const satisfies Record<string, Command>

/** The command that chooses the category at a place of the list, from 1; null beyond the ninth. */
export function commandOfCategory(place: number): keyof typeof categoryCommands | null {
  const name = `category${place}`
  return Object.hasOwn(categoryCommands, name) ? (name as keyof typeof categoryCommands) : null
}
