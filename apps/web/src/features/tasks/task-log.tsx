import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useTold } from '../../i18n/told.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { isOver, taskLogs } from './api.ts'
import { type LogLevel, shownEntries, shownLine } from './log-lines.ts'
import classes from './task-log.module.css'

interface TaskLogProps {
  task: { id: number; completed: boolean; progress: number }
  only: LogLevel | null
}

const pollEveryMs = 2000

/** The log of a task, newest line first; follows the task while it runs. */
export function TaskLog({ task, only }: TaskLogProps) {
  const { t } = useTranslation()
  const { told } = useTold()
  const log = useInfiniteQuery({
    ...taskLogs(task.id),
    refetchInterval: isOver(task) ? false : pollEveryMs,
  })
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = log
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (error !== null) {
    return <LoadFailed title={t('tasks.logFailed')} error={error} onRetry={() => void refetch()} />
  }
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const shown = shownEntries(entries, only)
  return (
    <ScrollRegion label={t('tasks.logOf', { id: task.id })} className={classes['log']}>
      {shown.map((entry) => (
        <div key={entry.id} className={classes['line']} data-level={entry.mark}>
          {shownLine(entry, told(entry.told))}
        </div>
      ))}
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {isPending
            ? t('common.loading')
            : t(entries.length === 0 ? 'tasks.noLog' : 'tasks.noMatchingLog')}
        </Text>
      )}
    </ScrollRegion>
  )
}
