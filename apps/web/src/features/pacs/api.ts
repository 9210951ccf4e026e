import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { listDatasetNames, updateDataset } from '#contract/datasets'
import { sendResults } from '#contract/dicom-results'
import type { Image } from '#contract/images'
import {
  addSender,
  getReceiver,
  listSendings,
  removeSender,
  retrieveFromPacs,
  sendToPacs,
  testPacs,
} from '#contract/pacs'
import { searchPacs } from '#contract/pacs-search'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTold } from '../../i18n/told.ts'

const receiverKey = ['dicom-receiver']

export const receiverState = queryOptions({
  queryKey: receiverKey,
  queryFn: ({ signal }) => call(getReceiver, { signal }),
})

export const datasetNames = queryOptions({
  queryKey: ['dataset-names'],
  queryFn: ({ signal }) => call(listDatasetNames, { signal }),
})

export function useSavePacs(datasetId: number) {
  const { t } = useTranslation()
  return useCall(updateDataset, {
    title: t('pacs.saving'),
    invalidates: [['dataset', datasetId]],
    success: () => t('pacs.saved'),
  })
}

export function useTestPacs() {
  const { t } = useTranslation()
  return useCall(testPacs, { title: t('pacs.test') })
}

/** Without notices, because the dialog shows the studies or the error itself. */
export function useSearchPacs() {
  const { t } = useTranslation()
  return useCall(searchPacs, { title: t('pacs.retrieveTitle'), quiet: true })
}

export function useRetrieve() {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(retrieveFromPacs, {
    title: t('pacs.retrieveTitle'),
    invalidates: [['tasks']],
    success: told,
  })
}

/** PACS transfers of an image; fetched again when its dataset changes. */
export const sendingsOf = ({ id, dataset_id }: Image) =>
  queryOptions({
    queryKey: ['dataset', dataset_id, 'sendings', id],
    queryFn: ({ signal }) => call(listSendings, { params: { id }, signal }),
  })

export function useSendResults(datasetId: number) {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(sendResults, {
    title: t('pacs.sendingStarted'),
    invalidates: [['dataset', datasetId]],
    success: told,
  })
}

export function useSendImage(datasetId: number) {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(sendToPacs, {
    title: t('pacs.sendingStarted'),
    invalidates: [['dataset', datasetId]],
    success: told,
  })
}

export function useAddSender() {
  const { t } = useTranslation()
  return useCall(addSender, { title: t('pacs.addStation'), invalidates: [receiverKey] })
}

export function useRemoveSender() {
  const { t } = useTranslation()
  return useCall(removeSender, { title: t('pacs.removeStation'), invalidates: [receiverKey] })
}
