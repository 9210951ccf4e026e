import { ActionIcon, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'
import { listOrders, sendResultAgain } from '#contract/mics'

import { useMay } from '../../api/rights.ts'
import { useCall } from '../../api/use-call.ts'
import { useTold } from '../../i18n/told.ts'
import { IconListSearch, IconRefreshAlert } from '../../ui/icons.ts'
import { useShowOrders } from './use-show-orders.tsx'

/** Beside the state of an image: why its order or its result is stuck, for those who can act on it. */
export function ReferralNote({ image }: { image: Image }) {
  const may = useMay()
  const { stateMICS: state, micsFailure: why } = image
  if (why === null) return null
  if (state === 'Unselected' && may(listOrders)) return <FindOrder image={image} why={why} />
  if (state === 'Finished' && may(sendResultAgain)) return <SendAgain image={image} why={why} />
  return null
}

interface StuckProps {
  image: Image
  why: NonNullable<Image['micsFailure']>
}

function FindOrder({ image, why }: StuckProps) {
  const { t } = useTranslation()
  const { told } = useTold()
  const show = useShowOrders(image)
  return (
    <Tooltip label={told(why)} multiline maw={320}>
      <ActionIcon
        size="sm"
        color="orange"
        aria-label={t('mics.findOrder', { id: image.id })}
        onClick={show}
      >
        <IconListSearch size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

function SendAgain({ image, why }: StuckProps) {
  const { t } = useTranslation()
  const { told } = useTold()
  const send = useCall(sendResultAgain, {
    title: t('mics.sending'),
    invalidates: [['dataset', image.dataset_id]],
    success: told,
  })
  return (
    <Tooltip label={`${told(why)} ${t('mics.clickToSend')}`} multiline maw={320}>
      <ActionIcon
        size="sm"
        color="red"
        aria-label={t('mics.sendAgain', { id: image.id })}
        loading={send.isPending}
        onClick={() => send.mutate({ params: { id: image.id } })}
      >
        <IconRefreshAlert size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
