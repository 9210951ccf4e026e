import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Category } from '#annotation/document'
import { Color } from '#contract/primitives'

import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useRecolourCategory } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { ColourField } from './colour-field.tsx'

interface CategoryColourDialogProps {
  category: Category
  onClose: () => void
}

/** Changes the colour of a category, for all images and all users. */
export function CategoryColourDialog({ category, onClose }: CategoryColourDialogProps) {
  const { t } = useTranslation()
  const recolour = useRecolourCategory(useEditorContext().data.image)
  const [color, setColor] = useState(category.color)
  const isValid = Color.safeParse(color).success
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isValid) return
    const input = { params: { id: category.id }, body: { color } }
    recolour.mutate(input, { onSuccess: onClose })
  }
  return (
    <Dialog
      opened
      title={t('annotations.categoryColourOf', { name: category.name })}
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <ColourField
          value={color}
          description={t('annotations.categoryColourHint')}
          onChange={setColor}
        />
        <DialogButtons
          submit={t('common.save')}
          busy={recolour.isPending}
          disabled={!isValid}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
