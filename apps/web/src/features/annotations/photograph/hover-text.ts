import type { TFunction } from 'i18next'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import type { Annotation, AnnotationDocument } from '#annotation/document'
import { scaleOf, sizeTexts } from '#annotation/scale'

import { useServerInfo } from '../../../api/viewer.ts'
import { useEditorContext } from '../editor-context.ts'
import { placeInCategory } from '../list/list-rows.ts'
import { originText } from '../list/origin-text.ts'
import { useEditor } from '../use-editor.ts'

/**
 * Describes the annotation under the pointer beside it, on the canvas: an element that follows the pointer
 * makes the browser arrange the layers of the page anew at every move. The list has the same content for
 * screen readers.
 */
export function HoverText(): null {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const { editor, stage } = useEditorContext().annotator
  const document = useEditor(editor, (state) => state.document)
  const annotation = useEditor(editor, (state) => {
    const { tool, hover } = state
    const isWanted = tool.resting && tool.about.describesHover?.(state) === true
    return isWanted && hover !== null ? state.document.annotations.get(hover) : undefined
  })
  const withCreator = info.login_enabled
  const lines = useMemo(
    () => (annotation === undefined ? null : linesAbout(annotation, document, { t, withCreator })),
    [annotation, document, t, withCreator],
  )
  useEffect(() => {
    stage.describePointed(lines)
    return () => stage.describePointed(null)
  }, [stage, lines])
  return null
}

function linesAbout(
  annotation: Annotation,
  document: AnnotationDocument,
  { t, withCreator }: { readonly t: TFunction; readonly withCreator: boolean },
): readonly string[] {
  const category = document.categories.get(annotation.categoryId)?.name ?? ''
  const number = placeInCategory(document, annotation)
  const { creator } = annotation
  return [
    t('annotations.annotationOf', { category, number }),
    withCreator && creator !== null ? t('annotations.by', { name: creator }) : '',
    originText(annotation.origin, t),
    ...sizeTexts(annotation, scaleOf(document)),
  ].filter((line) => line !== '')
}
