import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useShowDialog } from '../../ui/dialogs.tsx'
import { DocumentsView } from './documents-view.tsx'

/** Returns a function that lists the documents of an image's study. */
export function useShowDocuments(image: Image): () => void {
  const { t } = useTranslation()
  const show = useShowDialog()
  return () =>
    show({
      title: t('documents.titleOf', { name: image.file_name }),
      size: 'xl',
      children: <DocumentsView image={image} />,
    })
}
