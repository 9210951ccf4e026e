import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useShowDialog } from '../../ui/dialogs.tsx'
import { SendingsView } from './sendings-view.tsx'

/** Returns a function that opens the list of an image's PACS transfers. */
export function useShowSendings(image: Image): () => void {
  const { t } = useTranslation()
  const show = useShowDialog()
  return () =>
    show({
      title: t('pacs.sendingsOf', { name: image.file_name }),
      size: 'xl',
      children: <SendingsView image={image} />,
    })
}
