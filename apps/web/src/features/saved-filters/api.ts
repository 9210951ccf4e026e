import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  deleteSavedFilter,
  listSavedFilters,
  renameSavedFilter,
  saveFilter,
} from '#contract/saved-filters'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const key = (datasetId: number) => ['saved filters', datasetId]

export const savedFilters = (datasetId: number) =>
  queryOptions({
    queryKey: key(datasetId),
    queryFn: ({ signal }) => call(listSavedFilters, { params: { id: datasetId }, signal }),
  })

export function useSaveFilter(datasetId: number) {
  const { t } = useTranslation()
  return useCall(saveFilter, {
    title: t('savedFilters.saving'),
    invalidates: [key(datasetId)],
    success: ({ name }) => t('savedFilters.saved', { name }),
  })
}

export function useRenameSavedFilter(datasetId: number) {
  const { t } = useTranslation()
  return useCall(renameSavedFilter, {
    title: t('savedFilters.renaming'),
    invalidates: [key(datasetId)],
  })
}

export function useDeleteSavedFilter(datasetId: number, name: string) {
  const { t } = useTranslation()
  return useCall(deleteSavedFilter, {
    title: t('savedFilters.deleting'),
    invalidates: [key(datasetId)],
    success: () => t('savedFilters.deleted', { name }),
  })
}
