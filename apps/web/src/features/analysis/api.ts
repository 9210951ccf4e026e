import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import {
  getAnalysisOfAll,
  requestAnalysisOfAll,
  requestAnalysisOfAllAgain,
} from '#contract/analysis'

import { call } from '../../api/call.ts'
import { onLiveEvent } from '../../api/live.ts'
import { pollEveryMs } from '../../api/poll.ts'
import { useCall } from '../../api/use-call.ts'
import { useTold } from '../../i18n/told.ts'

const progressKey = (datasetId: number) => ['analysis of all', datasetId]

export const analysisOfAll = (datasetId: number) =>
  queryOptions({
    queryKey: progressKey(datasetId),
    queryFn: ({ signal }) => call(getAnalysisOfAll, { query: { dataset_id: datasetId }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.task ? pollEveryMs : false),
  })

/** Fetches the progress again when images of the dataset change, or work on it begins or ends. */
export function useLiveProgress(datasetId: number): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onLiveEvent((event) => {
        const isOfImages = event.type === 'dataset' && event.change === 'images'
        const isOfWork = event.type === 'task' && event.status !== 'running'
        if (!(isOfImages || isOfWork) || event.dataset_id !== datasetId) return
        void client.invalidateQueries({ queryKey: progressKey(datasetId) })
      }),
    [client, datasetId],
  )
}

export function useAnalyseAll(datasetId: number) {
  const { t } = useTranslation()
  const { told } = useTold()
  const effects = {
    title: t('analysis.all.title'),
    success: told,
    invalidates: [progressKey(datasetId), ['tasks']],
  }
  const input = { query: { dataset_id: datasetId } }
  const missing = useCall(requestAnalysisOfAll, effects)
  const all = useCall(requestAnalysisOfAllAgain, effects)
  return {
    isPending: missing.isPending || all.isPending,
    analyse: () => missing.mutate(input),
    analyseAgain: () => all.mutate(input),
  }
}
