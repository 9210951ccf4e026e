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

/** Why a task failed, according to its log; null if the log gives no reason. */
export const whyFailed = (taskId: number) =>
  queryOptions({
    queryKey: ['task logs', taskId, 'why'],
    queryFn: async ({ signal }) => {
      const { entries } = await call(getTaskLogs, { params: { id: taskId }, signal })
      return entries.findLast(({ level }) => level === 'ERROR')?.told ?? null
    },
  })
