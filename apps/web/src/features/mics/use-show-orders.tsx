import { useModals } from '@mantine/modals'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { OrdersView } from './orders-view.tsx'

/** Returns a function that opens the orders for an image's patient and day, to choose one from. */
export function useShowOrders(image: Image): () => void {
  const { t } = useTranslation()
  const modals = useModals()
  const modalId = `orders-${image.id}`
  return () =>
    modals.openModal({
      modalId,
      title: t('mics.orders'),
      size: 'lg',
      closeButtonProps: { 'aria-label': t('common.close') },
      children: <OrdersView image={image} onChosen={() => modals.closeModal(modalId)} />,
    })
}
