import { useModals } from '@mantine/modals'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { DocumentsView } from './documents-view.tsx'

/** Returns a function that lists the documents of an image's study. */
export function useShowDocuments(image: Image): () => void {
  const { t } = useTranslation()
  const modals = useModals()
  return () =>
    modals.openModal({
      title: t('documents.titleOf', { name: image.file_name }),
      size: 'xl',
      closeButtonProps: { 'aria-label': t('common.close') },
      children: <DocumentsView image={image} />,
    })
}
