import type { TFunction } from 'i18next'
import { memo } from 'react'

import type { AnnotationId } from '#annotation/document'
import type { Editor } from '#annotation/editor'

import { IconButton } from '../../../ui/icon-button.tsx'
import { IconEye, IconEyeOff } from '../../../ui/icons.ts'
import { useEditor } from '../use-editor.ts'

interface VisibilityButtonProps {
  /** Display name of the shown or hidden item. */
  name: string
  ids: readonly AnnotationId[]
  editor: Editor
  t: TFunction
  /** Called with whether they are hidden now. */
  onToggle: (isHidden: boolean) => void
}

/** Hides annotations; shows them again if all of them are hidden. */
export const VisibilityButton = memo(function VisibilityButton({
  name,
  ids,
  editor,
  t,
  onToggle,
}: VisibilityButtonProps) {
  const hidden = useEditor(editor, (state) => ids.every((id) => state.hidden.has(id)))
  const toggle = () => {
    const next = new Set(editor.state.hidden)
    for (const id of ids) {
      if (hidden) next.delete(id)
      else next.add(id)
    }
    editor.setView({ hidden: next })
    onToggle(!hidden)
  }
  return (
    <IconButton
      aria-label={t(hidden ? 'annotations.showOf' : 'annotations.hideOf', { name })}
      onClick={toggle}
    >
      {hidden ? <IconEyeOff size={16} /> : <IconEye size={16} />}
    </IconButton>
  )
})

/** Hides all annotations except these. */
export function showOnly(editor: Editor, ids: readonly AnnotationId[]): void {
  const kept = new Set(ids)
  const others = [...editor.state.document.annotations.keys()].filter((id) => !kept.has(id))
  editor.setView({ hidden: new Set(others) })
}
