import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { updateDataset } from '#contract/datasets'
import { downloadFhir, generateFhir, getFhir, getFhirServer, pushFhir } from '#contract/fhir'

import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTold } from '../../i18n/told.ts'

const keyOf = (imageId: number) => ['fhir', imageId]
/** Milliseconds between polls while a message is being sent. */
const pollEveryMs = 3000

export const fhirMessage = (imageId: number) =>
  queryOptions({
    queryKey: keyOf(imageId),
    queryFn: ({ signal }) => call(getFhir, { query: { original_id: imageId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.push?.state === 'waiting' ? pollEveryMs : false,
  })

export const fhirServer = (datasetId: number) =>
  queryOptions({
    queryKey: ['fhir server', datasetId],
    queryFn: ({ signal }) => call(getFhirServer, { params: { id: datasetId }, signal }),
  })

export function useSaveSending(datasetId: number) {
  const { t } = useTranslation()
  return useCall(updateDataset, {
    title: t('mics.saving'),
    invalidates: [['dataset', datasetId]],
    success: () => t('fhir.saved'),
  })
}

export function useGenerate(imageId: number) {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(generateFhir, {
    title: t('fhir.export'),
    success: told,
    invalidates: [keyOf(imageId)],
  })
}

export function usePush(imageId: number) {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(pushFhir, {
    title: t('fhir.export'),
    success: told,
    invalidates: [keyOf(imageId)],
  })
}

export function downloadAddress(imageId: number, as: 'message' | 'transaction'): string {
  return addressOf(downloadFhir, { query: { original_id: imageId, as } })
}
