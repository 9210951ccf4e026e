import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { updateDataset } from '#contract/datasets'
import { getMics, listOrders, testMics } from '#contract/mics'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

export const micsOfSite = (datasetId: number) =>
  queryOptions({
    queryKey: ['mics', datasetId],
    queryFn: ({ signal }) => call(getMics, { params: { id: datasetId }, signal }),
  })

/** The current orders in the order system. */
export const ordersOf = (imageId: number) =>
  queryOptions({
    queryKey: ['orders', imageId],
    queryFn: ({ signal }) => call(listOrders, { params: { id: imageId }, signal }),
    staleTime: 0,
    retry: false,
  })

export function useSaveMics(datasetId: number) {
  const { t } = useTranslation()
  return useCall(updateDataset, {
    title: t('mics.saving'),
    invalidates: [['dataset', datasetId]],
    success: () => t('mics.saved'),
  })
}

export function useTestMics() {
  const { t } = useTranslation()
  return useCall(testMics, { title: t('mics.test') })
}
