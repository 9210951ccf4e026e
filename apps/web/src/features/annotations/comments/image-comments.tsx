import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { beginThread, type Thread } from '#contract/comments'
import { boxHolds, type Box } from '#geometry/box'

import { useKeysText } from '../../../ui/use-keys-text.ts'
import { useEditorContext } from '../editor-context.ts'
import { placeInCategory } from '../list/list-rows.ts'
import { useEditorLater } from '../use-editor.ts'
import { annotationOf, pinOfSelection, placeOfPin } from './pins.ts'

/** The comments on the image, in the place of the list of annotations; nothing while they are closed. */
export const ImageComments = memo(function ImageComments() {
  const { t } = useTranslation()
  const keysText = useKeysText()
  const { annotator, data, may, commenting, shortcuts, CommentsPanel } = useEditorContext()
  const document = useEditorLater(annotator.editor, (state) => state.document)
  const open = useOpenThread()
  if (!commenting.isOpen) return null
  const { draft, setDraft, isPlacing, setPlacing, thread, setOpen } = commenting
  const [keys] = shortcuts.comment
  const nameOf = (annotationId: number) => {
    const annotation = annotationOf(annotator, annotationId)
    if (annotation === null) return null
    const category = document.categories.get(annotation.categoryId)?.name ?? ''
    const number = placeInCategory(document, annotation)
    return t('annotations.annotationOf', { category, number })
  }
  return (
    <CommentsPanel
      image={data.image}
      mayWrite={may(beginThread)}
      draft={draft}
      onDraft={setDraft}
      isPlacing={isPlacing}
      onPlacing={setPlacing}
      opened={thread}
      onOpen={open}
      nameOf={nameOf}
      keys={keys === undefined ? null : keysText(keys)}
      usualPin={() => pinOfSelection(annotator)}
      onClose={() => setOpen(false)}
    />
  )
})

/** Opens a thread, and brings what it is about into view. */
export function useOpenThread(): (thread: Thread) => void {
  const { annotator, commenting } = useEditorContext()
  const { editor, stage } = annotator
  return ({ id, pin }) => {
    commenting.setThread(id)
    commenting.setOpen(true)
    const annotation =
      pin.kind === 'annotation' && pin.annotation_id !== null
        ? annotationOf(annotator, pin.annotation_id)
        : null
    if (annotation !== null) editor.select(annotation.id)
    const at = placeOfPin(annotator, pin)
    if (at === null) return
    const around: Box = { ...at, width: 0, height: 0 }
    if (!boxHolds(stage.visible, around)) stage.centreOn(at)
  }
}
