import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'
import { chooseOrder } from '#contract/mics'

import { useMay } from '../../api/rights.ts'
import { IconListSearch } from '../../ui/icons.ts'
import { micsOfSite } from './api.ts'
import { useShowOrders } from './use-show-orders.tsx'

/** The menu entry that shows the orders of an image, if there is an order system. */
export function OrderItem({ image }: { image: Image }) {
  const { t } = useTranslation()
  const may = useMay()
  const show = useShowOrders(image)
  const { data } = useQuery(micsOfSite(image.dataset_id))
  const hasOrders = data !== undefined && data.adapter !== null && image.patientID !== ''
  if (!hasOrders || !may(chooseOrder)) return null
  return (
    <Menu.Item leftSection={<IconListSearch size={16} />} onClick={show}>
      {t('mics.orders')}
    </Menu.Item>
  )
}
