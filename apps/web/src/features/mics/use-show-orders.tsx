import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useShowDialog } from '../../ui/dialogs.tsx'
import { OrdersView } from './orders-view.tsx'

/** Returns a function that opens the orders for an image's patient and day, to choose one from. */
export function useShowOrders(image: Image): () => void {
  const { t } = useTranslation()
  const show = useShowDialog()
  return () => {
    const close = show({
      title: t('mics.orders'),
      size: 'lg',
      children: <OrdersView image={image} onChosen={() => close()} />,
    })
  }
}
