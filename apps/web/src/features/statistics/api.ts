import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { LiveEvent } from '#contract/live'
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

/** Fetches the statistics again when the dataset's content changes. */
export function onContentChanged(
  client: QueryClient,
  event: LiveEvent & { type: 'dataset' },
): void {
  const id = event.dataset_id
  for (const { queryKey } of [statistics(id), agreement(id)])
    void client.invalidateQueries({ queryKey })
}
