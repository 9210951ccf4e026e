import { Badge, Button, Group, Paper, Progress, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Task } from '#contract/tasks'

import { IconAlertTriangle, IconExclamationCircle } from '../../ui/icons.ts'
import { Moment } from '../../ui/moment.tsx'
import { useTold } from '../../i18n/told.ts'
import { useConfirm } from '../../ui/dialogs.tsx'
import { isOver, useCancelTask, useDeleteTask, useRetryTask } from './api.ts'
import type { LogLevel } from './log-lines.ts'
import classes from './task-card.module.css'
import { TaskLog } from './task-log.tsx'

const statusColors = {
  queued: 'gray',
  running: 'lagoon',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'yellow',
} as const

/** Milliseconds until the task in the address is highlighted, and the duration of the highlight. */
const highlightDelayMs = 200
const highlightMs = 1000

export function TaskCard({ task, named }: { task: Task; named: boolean }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const [open, setOpen] = useState(named)
  const [only, setOnly] = useState<LogLevel | null>(null)
  const { card, lit } = useHighlight(named)
  const filter = (level: LogLevel) => {
    setOnly(only === level && open ? null : level)
    setOpen(true)
  }
  return (
    <Paper withBorder p="md" ref={card} className={classes['card']} data-lit={lit || undefined}>
      <div className={classes['head']}>
        <Text fw={600} component="h3" className={classes['name']}>
          {task.id}. {told(task.name_told)}
        </Text>
        <Badge variant="light" color={statusColors[task.status]}>
          {t(`tasks.status.${task.status}`)}
        </Badge>
        {task.errors > 0 && (
          <FilterBadge level="error" count={task.errors} only={only} onClick={filter} />
        )}
        {task.warnings > 0 && (
          <FilterBadge level="warning" count={task.warnings} only={only} onClick={filter} />
        )}
        <Group gap="xs" className={classes['aside']}>
          <Text size="sm" c="dimmed">
            <Moment at={task.created_at} /> · {t('tasks.startedBy', { name: task.creator })}
          </Text>
          <TaskButtons task={task} open={open} onToggle={() => setOpen(!open)} />
        </Group>
      </div>
      <Progress.Root size="sm">
        <Progress.Section
          value={task.progress}
          color={task.status === 'failed' ? 'red.8' : 'lagoon'}
          aria-label={t('tasks.progressOf', { id: task.id })}
        />
      </Progress.Root>
      {open && <TaskLog task={task} only={only} />}
    </Paper>
  )
}

interface FilterBadgeProps {
  level: 'error' | 'warning'
  count: number
  only: LogLevel | null
  onClick: (level: LogLevel) => void
}

function FilterBadge({ level, count, only, onClick }: FilterBadgeProps) {
  const { t } = useTranslation()
  const isError = level === 'error'
  const Icon = isError ? IconExclamationCircle : IconAlertTriangle
  const text = t(isError ? 'tasks.errors' : 'tasks.warnings', { count })
  return (
    <Badge
      component="button"
      type="button"
      variant={only === level ? 'outline' : 'light'}
      color={isError ? 'red' : 'yellow'}
      leftSection={<Icon size={12} />}
      className={classes['filter']}
      aria-pressed={only === level}
      aria-label={`${text}. ${t(isError ? 'tasks.onlyErrors' : 'tasks.onlyWarnings')}`}
      onClick={() => onClick(level)}
    >
      {text}
    </Badge>
  )
}

interface TaskButtonsProps {
  task: Task
  open: boolean
  onToggle: () => void
}

function TaskButtons({ task, open, onToggle }: TaskButtonsProps) {
  const { t } = useTranslation()
  const cancel = useCancelTask()
  const retry = useRetryTask()
  const remove = useDeleteTask()
  const confirm = useConfirm()
  const { id } = task
  const target = { params: { id } }
  const mayRetry = task.may_change && (task.status === 'failed' || task.status === 'cancelled')
  return (
    <Group gap="xs" wrap="nowrap" className={classes['buttons']}>
      <Button size="xs" variant="default" aria-expanded={open} onClick={onToggle}>
        {t('tasks.showLog')}
      </Button>
      {task.may_change && !isOver(task) && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('tasks.cancelOf', { id })}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(target)}
        >
          {t('tasks.cancel')}
        </Button>
      )}
      {mayRetry && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('tasks.retryOf', { id })}
          loading={retry.isPending}
          onClick={() => retry.mutate(target)}
        >
          {t('tasks.retry')}
        </Button>
      )}
      {task.may_change && isOver(task) && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('tasks.deleteOf', { id })}
          loading={remove.isPending}
          onClick={() =>
            confirm({
              title: t('tasks.deleteOf', { id }),
              lines: [t('tasks.deleteLoss')],
              confirm: t('tasks.delete'),
              onConfirm: () => remove.mutate(target),
            })
          }
        >
          {t('tasks.delete')}
        </Button>
      )}
    </Group>
  )
}

function useHighlight(named: boolean) {
  const card = useRef<HTMLDivElement>(null)
  const [lit, setLit] = useState(false)
  useEffect(() => {
    if (!named) return undefined
    card.current?.scrollIntoView({ block: 'center' })
    const on = setTimeout(() => setLit(true), highlightDelayMs)
    const off = setTimeout(() => setLit(false), highlightDelayMs + highlightMs)
    return () => {
      clearTimeout(on)
      clearTimeout(off)
    }
  }, [named])
  return { card, lit }
}
