import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { AnnotationId, CategoryId } from '#annotation/document'

import { AnnotationDialog } from '../dialogs/annotation-dialog.tsx'
import { CategoryColourDialog } from '../dialogs/category-colour-dialog.tsx'
import { useEditorContext } from '../editor-context.ts'
import { useEditor } from '../use-editor.ts'
import { placeInCategory } from './list-rows.ts'

/** The row for which a dialog is open. */
type Edited =
  | { readonly annotation: AnnotationId }
  /** Its colour. */
  | { readonly category: CategoryId }

const OpenDialog = createContext<(edited: Edited) => void>(() => undefined)

/** Opens the dialog of a row, which stays open when the rows move. */
export function useRowDialog(): (edited: Edited) => void {
  return use(OpenDialog)
}

/** Holds the dialogs of the rows: a row may get another place, and another element, at any time. */
export function RowDialogs({ children }: { children: ReactNode }) {
  const [edited, setEdited] = useState<Edited | null>(null)
  const close = () => setEdited(null)
  return (
    <OpenDialog value={setEdited}>
      {children}
      {edited !== null && 'annotation' in edited && (
        <AnnotationEdited id={edited.annotation} onClose={close} />
      )}
      {edited !== null && 'category' in edited && (
        <CategoryEdited id={edited.category} onClose={close} />
      )}
    </OpenDialog>
  )
}

interface EditedProps<Id> {
  id: Id
  onClose: () => void
}

function AnnotationEdited({ id, onClose }: EditedProps<AnnotationId>) {
  const { t } = useTranslation()
  const { editor } = useEditorContext().annotator
  const document = useEditor(editor, (state) => state.document)
  const annotation = document.annotations.get(id)
  useCloseIf(annotation === undefined, onClose)
  if (annotation === undefined) return null
  const category = document.categories.get(annotation.categoryId)?.name ?? ''
  const number = placeInCategory(document, annotation)
  const name = t('annotations.annotationOf', { category, number })
  return <AnnotationDialog name={name} annotation={annotation} onClose={onClose} />
}

function CategoryEdited({ id, onClose }: EditedProps<CategoryId>) {
  const { editor } = useEditorContext().annotator
  const category = useEditor(editor, (state) => state.document.categories.get(id))
  useCloseIf(category === undefined, onClose)
  return category === undefined ? null : (
    <CategoryColourDialog category={category} onClose={onClose} />
  )
}

/** Closes a dialog about something that was deleted, so that it does not come back with it. */
function useCloseIf(isGone: boolean, onClose: () => void): void {
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
}
