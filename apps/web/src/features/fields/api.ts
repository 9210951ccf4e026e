import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { getFields, setFields } from '#contract/fields'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const keyOf = (datasetId: number) => ['dataset', datasetId, 'fields']

export const fieldsOf = (datasetId: number) =>
  queryOptions({
    queryKey: keyOf(datasetId),
    queryFn: ({ signal }) => call(getFields, { params: { id: datasetId }, signal }),
  })

export function useSetFields(datasetId: number) {
  const { t } = useTranslation()
  return useCall(setFields, {
    title: t('fields.saving'),
    invalidates: [['dataset', datasetId], ['annotator']],
    success: () => t('fields.saved'),
  })
}
