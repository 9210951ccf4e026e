import { queryOptions } from '@tanstack/react-query'

import { getAgreement, getStatistics } from '#contract/statistics'

import { call } from '../../api/call.ts'

export const statistics = (datasetId: number) =>
  queryOptions({
    queryKey: ['statistics', datasetId],
    queryFn: ({ signal }) => call(getStatistics, { params: { id: datasetId }, signal }),
  })

export const agreement = (datasetId: number) =>
  queryOptions({
    queryKey: ['agreement', datasetId],
    queryFn: ({ signal }) => call(getAgreement, { params: { id: datasetId }, signal }),
  })
