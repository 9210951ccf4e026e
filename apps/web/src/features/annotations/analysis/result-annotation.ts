import { addAnnotation } from '#annotation/commands'
import { type Annotation, type CategoryId, emptyAnnotation } from '#annotation/document'
import type { AnalysisResult } from '#contract/analysis'
import { areaDescription, describedKind } from '#contract/results/kinds'
import type { MultiPolygon } from '#geometry/polygon'

import { resultAddress } from '../api.ts'
import type { CommandContext } from '../commands/command.ts'
import { newUuid } from '../../../api/new-uuid.ts'

/** The areas of a result that can become annotations, by the names of their pictures. */
export function partsToTurn({ kind, parts }: AnalysisResult): string[] {
  const { wholeArea } = describedKind(kind)
  return wholeArea === undefined ? parts : [wholeArea]
}

export function categoryNamed<C extends { name: string }>(
  area: string,
  categories: readonly C[],
): C | undefined {
  const pattern = areaDescription(area)?.categories
  const words = area.replaceAll('_', ' ').toLowerCase()
  return categories.find(({ name }) => pattern?.test(name) ?? name.toLowerCase().includes(words))
}

/** Assignment of a result's areas to categories. */
export interface Turning {
  readonly result: AnalysisResult
  readonly categories: ReadonlyMap<string, CategoryId>
  /** Whether each connected area becomes a separate annotation. */
  readonly inPieces: boolean
}

/**
 * Turns areas of a result into annotations as one step of undo, selects the first and activates the brush.
 * Throws a TraceError or an OperationsError, in which case nothing has changed.
 */
export async function turnIntoAnnotations(
  { result, categories, inPieces }: Turning,
  context: CommandContext,
): Promise<void> {
  const { editor } = context.annotator
  const made: Annotation[] = []
  for (const [part, categoryId] of categories) {
    const isWhole = part === describedKind(result.kind).wholeArea
    const address = resultAddress(result.id, isWhole ? undefined : part)
    const geometry = await context.annotator.areaOfPicture(address)
    const pieces = inPieces ? geometry.map((polygon) => [polygon]) : [geometry]
    for (const piece of pieces)
      made.push(annotationOf(piece, { categoryId, result, part, above: made.length }, context))
  }
  editor.change('result', (document) =>
    made.reduce((changed, annotation) => addAnnotation(annotation)(changed), document),
  )
  // Locked categories take none.
  const first = made.find(({ id }) => editor.state.document.annotations.has(id))
  if (first === undefined) return
  editor.setView({ activeCategory: first.categoryId })
  editor.select(first.id)
  editor.setTool('brush')
}

interface Turned {
  readonly categoryId: CategoryId
  readonly result: AnalysisResult
  readonly part: string
  /** Number of annotations placed below it. */
  readonly above: number
}

function annotationOf(
  geometry: MultiPolygon,
  of: Turned,
  { annotator, data, username }: CommandContext,
): Annotation {
  const { id, model } = of.result
  const annotation = emptyAnnotation(annotator.editor.state.document, {
    id: newUuid(),
    categoryId: of.categoryId,
    creator: username,
    metadata: {
      ...data.dataset.default_annotation_metadata,
      result_id: id,
      area: of.part,
      model: model.name,
      model_version: model.version,
    },
  })
  const algorithms = [{ name: model.name, version: model.version }]
  const position = annotation.position + of.above
  return { ...annotation, position, geometry, origin: { kind: 'automatic', algorithms } }
}
