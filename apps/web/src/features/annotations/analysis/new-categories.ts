import type { QueryClient } from '@tanstack/react-query'

import type { CategoryId } from '#annotation/document'
import { updateDataset } from '#contract/datasets'

import { call } from '../../../api/call.ts'
import { readAnnotatorData, refreshAnnotatorData } from '../api.ts'
import type { CommandContext } from '../commands/command.ts'
import { categoryOf } from '../wire.ts'

/**
 * Adds categories with these names to the dataset, for annotations that follow immediately, and returns
 * them by name. Throws a CallError.
 */
export async function addNewCategories(
  names: readonly string[],
  { annotator, data: { image } }: Pick<CommandContext, 'annotator' | 'data'>,
  client: QueryClient,
): Promise<ReadonlyMap<string, CategoryId>> {
  if (names.length === 0) return new Map()
  const params = { id: image.dataset_id }
  await call(updateDataset, { params, body: { add_categories: [...names] } })
  const { categories } = await readAnnotatorData(image.id, {})
  annotator.editor.setCategories(
    new Map(categories.map((category) => [category.id, categoryOf(category)])),
  )
  refreshAnnotatorData(client, image.id)
  return new Map(
    names.flatMap((name) => {
      const made = categories.find((category) => category.name.toLowerCase() === name.toLowerCase())
      return made === undefined ? [] : [[name, made.id] as const]
    }),
  )
}
