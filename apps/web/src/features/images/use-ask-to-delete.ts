import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useConfirm } from '../../ui/dialogs.tsx'
import { useDeleteImage } from './api.ts'

/** Deletes the image after the user has confirmed the consequences. */
export function useAskToDelete(image: Image): () => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useDeleteImage(image)
  const { id, file_name: name } = image
  return () =>
    confirm({
      title: t('images.deleteTitle', { id }),
      lines: [
        t('images.deleteQuestion'),
        t('images.deleteLoss', { name, count: image.numberAnnotations }),
        t('images.deleteUndo'),
      ],
      confirm: t('images.delete'),
      onConfirm: () => remove.mutate({ params: { id } }),
    })
}
