import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  deliverToWebhookAgain,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  testWebhook,
} from '#contract/webhooks'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

/** The webhook of a dataset, as its calls name it. */
export interface WebhookPlace {
  readonly id: number
  readonly webhook: number
}

const listKey = (datasetId: number) => ['webhooks', datasetId]
const deliveriesKey = ({ id, webhook }: WebhookPlace) => [...listKey(id), 'deliveries', webhook]

/** How often messages without an outcome so far are looked up, in milliseconds. */
const waitingPause = 2000

export const webhooks = (datasetId: number) =>
  queryOptions({
    queryKey: [...listKey(datasetId), 'list'],
    queryFn: ({ signal }) => call(listWebhooks, { params: { id: datasetId }, signal }),
  })

export const deliveries = (place: WebhookPlace) =>
  queryOptions({
    queryKey: deliveriesKey(place),
    queryFn: ({ signal }) => call(listWebhookDeliveries, { params: place, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: each, why }) => each === 'waiting' && why === null) === true
        ? waitingPause
        : false,
  })

export function useCreateWebhook(datasetId: number) {
  const { t } = useTranslation()
  return useCall(createWebhook, {
    title: t('webhooks.adding'),
    invalidates: [listKey(datasetId)],
  })
}

export function useChangeWebhook(datasetId: number) {
  const { t } = useTranslation()
  return useCall(changeWebhook, {
    title: t('webhooks.changing'),
    invalidates: [listKey(datasetId)],
  })
}

export function useDeleteWebhook(datasetId: number) {
  const { t } = useTranslation()
  return useCall(deleteWebhook, {
    title: t('webhooks.removing'),
    invalidates: [listKey(datasetId)],
  })
}

export function useRenewSecret(datasetId: number) {
  const { t } = useTranslation()
  return useCall(renewWebhookSecret, {
    title: t('webhooks.renew'),
    invalidates: [listKey(datasetId)],
  })
}

export function useTestWebhook(place: WebhookPlace) {
  const { t } = useTranslation()
  return useCall(testWebhook, { title: t('webhooks.test'), invalidates: [deliveriesKey(place)] })
}

export function useDeliverAgain(place: WebhookPlace) {
  const { t } = useTranslation()
  return useCall(deliverToWebhookAgain, {
    title: t('webhooks.again'),
    invalidates: [deliveriesKey(place)],
  })
}
