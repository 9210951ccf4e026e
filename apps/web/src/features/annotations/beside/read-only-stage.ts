import {
  type AnnotationDocument,
  type AnyRecord,
  documentOf,
  emptyAnnotation,
  emptyImageRecord,
  imageRecordId,
  type RecordId,
} from '#annotation/document'
import { Editor } from '#annotation/editor'
import type { EditorState } from '#annotation/editor-state'
import { hiddenWith } from '#annotation/looks'

import { Stage } from '../../../canvas/stage.ts'
import type { AnnotatorData } from '../api.ts'
import { categoryOf, readFrom } from '../wire.ts'

/** The layer over a photograph: everything drawn and measured, nothing, or the annotations of one reader. */
export type Drawn = 'all' | 'nothing' | { readonly reader: string }

/** An image with what is shown over its photograph. */
export function contentFor(data: AnnotatorData, drawn: Drawn): AnnotationDocument {
  const { id, width, height, micrometres_per_pixel: micrometresPerPixel } = data.image
  const { annotations, image } = readFrom(data)
  const shown = annotations
    .map(({ content }) => content)
    .filter(({ creator }) => drawn === 'all' || (drawn !== 'nothing' && creator === drawn.reader))
  const frame = { id, width, height, micrometresPerPixel }
  const record = drawn === 'all' ? image.content : emptyImageRecord
  return documentOf(frame, data.categories.map(categoryOf), shown, record)
}

/** A stage on which nothing can be changed. */
export function openStage(document: AnnotationDocument): Stage {
  const editor = new Editor({
    document,
    carryOut: neverDrawn,
    carryOutRework: neverDrawn,
    newAnnotation: (current, categoryId) => emptyAnnotation(current, { id: '', categoryId }),
    onFailure: () => undefined,
  })
  editor.setMode('view')
  return new Stage(editor)
}

const neverDrawn = () => Promise.reject(new Error('Nobody draws on a photograph beside another.'))

/** Shows the annotations as the user sees those of the image in work. */
export function showAs(
  { editor }: Stage,
  { preferences, looks }: Pick<EditorState, 'preferences' | 'looks'>,
): void {
  editor.setView({ preferences, looks, hidden: hiddenWith(editor.state, looks) })
}

/** Shows the current annotations in place of earlier ones. */
export function showContent({ editor }: Stage, content: AnnotationDocument): void {
  const gone = [...editor.state.document.annotations.keys()].filter(
    (id) => !content.annotations.has(id),
  )
  editor.adopt(
    new Map<RecordId, AnyRecord | null>([
      ...gone.map((id) => [id, null] as const),
      ...content.annotations,
      [imageRecordId, content.imageRecord],
    ]),
  )
  editor.setCategories(content.categories)
  editor.setScale(content.image.micrometresPerPixel ?? null)
}
