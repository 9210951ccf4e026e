import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { importCoco } from '#contract/imports'
import { getTaskLogs } from '#contract/tasks'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

export function useStartImport(datasetId: number) {
  const { t } = useTranslation()
  return useCall(importCoco, {
    title: t('imports.importing'),
    invalidates: [['tasks'], ['dataset', datasetId]],
  })
}

const errorMark = '[ERROR] '

/** Why a task failed, in the words of its log; '' where the log does not say. */
export const whyFailed = (taskId: number) =>
  queryOptions({
    queryKey: ['task logs', taskId, 'why'],
    queryFn: async ({ signal }) => {
      const { logs } = await call(getTaskLogs, { params: { id: taskId }, signal })
      const line = logs.findLast((each) => each.includes(errorMark)) ?? ''
      return line.slice(line.indexOf(errorMark) + errorMark.length)
    },
  })
