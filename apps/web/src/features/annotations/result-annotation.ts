import { addAnnotation } from '#annotation/commands'
import { type CategoryId, emptyAnnotation } from '#annotation/document'
import type { AnalysisResult } from '#contract/analysis'

import { resultAddress } from './api.ts'
import type { CommandContext } from './command.ts'
import { newUuid } from './new-uuid.ts'

/** The results that are one area, each with what a category for it is likely to be called. */
const areaResults: Partial<Record<AnalysisResult['kind'], RegExp>> = {
  vessels: /vessel|혈관/i,
  optic_disc: /dis[ck]|시신경|유두/i,
}

export function isArea({ kind }: AnalysisResult): boolean {
  return kind in areaResults
}

/** The category that a result most likely belongs to: by its name, else the one in use. */
export function likelyCategory(
  { kind }: AnalysisResult,
  { annotator, data }: Pick<CommandContext, 'annotator' | 'data'>,
): CategoryId | null {
  const named = data.categories.find(({ name }) => areaResults[kind]?.test(name) === true)
  return named?.id ?? annotator.editor.state.activeCategory ?? data.categories[0]?.id ?? null
}

/**
 * Makes one annotation of the area that a result shows, as one step of undo, and selects it with the
 * brush in hand. Throws a TraceError or an OperationsError, with nothing changed.
 */
export async function turnIntoAnnotation(
  result: AnalysisResult,
  categoryId: CategoryId,
  { annotator, data, username }: CommandContext,
): Promise<void> {
  const { editor } = annotator
  const geometry = await annotator.areaOfPicture(resultAddress(result.id))
  const annotation = emptyAnnotation(editor.state.document, {
    id: newUuid(),
    categoryId,
    creator: username,
    metadata: {
      ...data.dataset.default_annotation_metadata,
      result_id: result.id,
      model: result.model.name,
      model_version: result.model.version,
    },
  })
  editor.change('result', addAnnotation({ ...annotation, geometry }))
  editor.setView({ activeCategory: categoryId })
  editor.select(annotation.id)
  editor.setTool('brush')
}
