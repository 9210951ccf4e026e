import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  checkModelFolders,
  chooseDatasetModels,
  getDatasetModels,
  listModelFolders,
  listModels,
} from '#contract/models'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const foldersKey = ['model folders']
const modelsKey = ['models']

export const usableModels = queryOptions({
  queryKey: modelsKey,
  queryFn: ({ signal }) => call(listModels, { signal }),
})

export const modelFolders = queryOptions({
  queryKey: foldersKey,
  queryFn: ({ signal }) => call(listModelFolders, { signal }),
})

export const datasetModels = (id: number) =>
  queryOptions({
    queryKey: ['dataset models', id],
    queryFn: ({ signal }) => call(getDatasetModels, { params: { id }, signal }),
  })

export function useCheckModels() {
  const { t } = useTranslation()
  return useCall(checkModelFolders, {
    title: t('analysis.models.checking'),
    invalidates: [foldersKey, modelsKey],
  })
}

export function useChooseModels(id: number) {
  const { t } = useTranslation()
  return useCall(chooseDatasetModels, {
    title: t('analysis.models.save'),
    success: () => t('analysis.models.saved'),
    invalidates: [['dataset models', id]],
  })
}
