import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { getFields } from '#contract/fields'
import type { LiveEvent } from '#contract/live'
import {
  checkText,
  compareReleases,
  downloadRelease,
  listReleases,
  listTextChecks,
  startRelease,
  withdrawRelease,
} from '#contract/releases'

import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const releasesKey = (datasetId: number) => ['releases', datasetId]
const checksKey = (datasetId: number) => ['text-checks', datasetId]

export const releaseList = (datasetId: number) =>
  queryOptions({
    queryKey: releasesKey(datasetId),
    queryFn: ({ signal }) => call(listReleases, { params: { id: datasetId }, signal }),
  })

export const textChecks = (datasetId: number) =>
  queryOptions({
    queryKey: checksKey(datasetId),
    queryFn: ({ signal }) => call(listTextChecks, { params: { id: datasetId }, signal }),
  })

export const comparison = (id: number, earlier: number) =>
  queryOptions({
    queryKey: ['release-comparison', id, earlier],
    queryFn: ({ signal }) =>
      call(compareReleases, { params: { id }, query: { with: earlier }, signal }),
  })

/** The fields by which a release can be stratified. */
export const fieldsOf = (datasetId: number) =>
  queryOptions({
    queryKey: ['fields', datasetId, 'of releases'],
    queryFn: ({ signal }) => call(getFields, { params: { id: datasetId }, signal }),
  })

export function useStartRelease() {
  const { t } = useTranslation()
  return useCall(startRelease, {
    title: t('releases.making'),
    invalidates: [['tasks']],
    success: () => t('releases.started'),
  })
}

export function useWithdrawRelease(datasetId: number) {
  const { t } = useTranslation()
  return useCall(withdrawRelease, {
    title: t('releases.withdrawing'),
    invalidates: [releasesKey(datasetId)],
  })
}

export function useCheckText(datasetId: number) {
  const { t } = useTranslation()
  return useCall(checkText, {
    title: t('releases.checking'),
    invalidates: [checksKey(datasetId)],
  })
}

export function downloadAddress(id: number): string {
  return addressOf(downloadRelease, { params: { id } })
}

export function onReleasesChanged(
  client: QueryClient,
  event: LiveEvent & { type: 'dataset' },
): void {
  if (event.change !== 'releases') return
  void client.invalidateQueries({ queryKey: releasesKey(event.dataset_id) })
}
