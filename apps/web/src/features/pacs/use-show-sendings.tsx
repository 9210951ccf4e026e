import { useModals } from '@mantine/modals'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { SendingsView } from './sendings-view.tsx'

/** Returns a function that opens the list of an image's PACS transfers. */
export function useShowSendings(image: Image): () => void {
  const { t } = useTranslation()
  const modals = useModals()
  return () =>
    modals.openModal({
      title: t('pacs.sendingsOf', { name: image.file_name }),
      size: 'xl',
      closeButtonProps: { 'aria-label': t('common.close') },
      children: <SendingsView image={image} />,
    })
}
