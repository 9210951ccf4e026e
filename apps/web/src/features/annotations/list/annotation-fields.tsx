import { setAnnotationField } from '#annotation/commands'
import type { Annotation } from '#annotation/document'

import { useEditorContext } from '../editor-context.ts'

/** The fields of an annotation; nothing if the dataset has none for annotations. */
export function AnnotationFields({ annotation }: { annotation: Annotation }) {
  const { annotator, data, may, ValuesForm } = useEditorContext()
  const fields = data.fields.filter(({ field }) => field.subject === 'annotation')
  if (fields.length === 0) return null
  return (
    <ValuesForm
      key={annotation.id}
      fields={fields}
      values={annotation.fields}
      onChange={
        may('annotate')
          ? ({ key }, value) =>
              annotator.editor.change('field', setAnnotationField(annotation.id, key, value))
          : undefined
      }
    />
  )
}
