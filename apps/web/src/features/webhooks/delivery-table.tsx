import { Button, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { testEvent, type WebhookDelivery, webhookEvents } from '#contract/webhooks'

import { count } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useTold } from '../../i18n/told.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Moment } from '../../ui/moment.tsx'
import cells from '../../ui/table.module.css'
import { deliveries, useDeliverAgain, type WebhookPlace } from './api.ts'

/** The last messages to a webhook, with the outcome of each. */
export function DeliveryTable({ place }: { place: WebhookPlace }) {
  const { t } = useTranslation()
  const query = useQuery(deliveries(place))
  if (query.data?.length === 0) return <Text size="sm">{t('webhooks.none')}</Text>
  return (
    <>
      <QueryFailed title={t('webhooks.loadFailed')} query={query} />
      <DataTable
        label={t('webhooks.deliveries')}
        columns={[
          { title: t('webhooks.event') },
          { title: t('webhooks.since') },
          { title: t('webhooks.tries'), align: 'end' },
          { title: t('webhooks.outcome') },
          { title: t('webhooks.again'), align: 'centre' },
        ]}
        rows={query.data?.map((delivery) => (
          <DeliveryRow key={delivery.id} place={place} delivery={delivery} />
        ))}
      />
    </>
  )
}

function DeliveryRow({ place, delivery }: { place: WebhookPlace; delivery: WebhookDelivery }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const again = useDeliverAgain(place)
  const { id, type, image_id: image, state, why } = delivery
  const words = type === testEvent.type ? testEvent.words : webhookEvents[type]
  const name = words[currentLanguage()]
  return (
    <Table.Tr>
      <Table.Td className={cells['text']}>
        {name}
        {image !== null && (
          <Text size="sm" c="dimmed">
            {t('webhooks.image', { id: image })}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={cells['whole']}>
        <Moment at={delivery.posted_at} />
      </Table.Td>
      <Table.Td className={cells['number']}>{count(delivery.tries)}</Table.Td>
      <Table.Td className={cells['text']}>
        {t(`outbox.states.${state}`)}
        {why !== null && (
          <Text size="sm" c="dimmed">
            {told(why)}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={cells['centre']}>
        {state !== 'cancelled' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('webhooks.againOf', { name, id })}
            loading={again.isPending}
            onClick={() => again.mutate({ params: { ...place, delivery: id } })}
          >
            {t('webhooks.again')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
