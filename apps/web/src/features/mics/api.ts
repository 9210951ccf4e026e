import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { updateDataset } from '#contract/datasets'
import { getMics, testMics } from '#contract/mics'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

export const micsOfSite = (datasetId: number) =>
  queryOptions({
    queryKey: ['mics', datasetId],
    queryFn: ({ signal }) => call(getMics, { params: { id: datasetId }, signal }),
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
