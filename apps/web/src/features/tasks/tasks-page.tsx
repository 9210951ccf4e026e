import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import type { Task } from '#contract/tasks'

import { useTold } from '../../i18n/told.ts'
import { EmptyState, NextStep } from '../../ui/empty-state.tsx'
import { IconListCheck, IconRefresh } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { isOver, taskList } from './api.ts'
import { TaskCard } from './task-card.tsx'

export function TasksPage() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const named = Number(parameters.get('id'))
  const { data: tasks, error, refetch, isFetching } = useQuery(taskList)
  const running = tasks?.filter((task) => !isOver(task)).length ?? 0
  return (
    <Page
      title={t('tasks.title')}
      aside={tasks && t('tasks.running', { count: running })}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={isFetching && tasks !== undefined && running === 0}
          onClick={() => void refetch()}
        >
          {t('common.refresh')}
        </Button>
      }
    >
      {error !== null && tasks === undefined && (
        <LoadFailed title={t('tasks.listFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {tasks === undefined && error === null && <TaskSkeletons />}
      {tasks?.length === 0 && (
        <EmptyState
          icon={<IconListCheck size={40} />}
          title={t('tasks.empty')}
          action={<NextStep to="/">{t('shell.toMyImages')}</NextStep>}
        >
          {t('tasks.emptyHint')}
        </EmptyState>
      )}
      <Stack gap="xl">
        {groupsOf(tasks ?? []).map(([name, group]) => (
          <TaskGroup key={name} tasks={group} named={named} />
        ))}
      </Stack>
    </Page>
  )
}

function TaskGroup({ tasks, named }: { tasks: Task[]; named: number }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const running = tasks.filter((task) => !isOver(task)).length
  return (
    <section>
      <Title order={2}>{told(tasks[0]?.group_told ?? null)}</Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('tasks.groupRunning', { running, total: tasks.length })}
      </Text>
      <Stack gap="sm">
        {tasks.map((task) => (
          <TaskCard key={task.id} task={task} named={task.id === named} />
        ))}
      </Stack>
    </section>
  )
}

function groupsOf(tasks: readonly Task[]): [string, Task[]][] {
  return [...Map.groupBy(tasks, (task) => task.group)]
}

function TaskSkeletons() {
  return (
    <Stack gap="sm" aria-hidden>
      {[0, 1, 2].map((number) => (
        <Skeleton key={number} height={76} />
      ))}
    </Stack>
  )
}
