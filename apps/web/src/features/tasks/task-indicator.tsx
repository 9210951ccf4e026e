import { Button, Progress, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { IconListCheck } from '../../ui/icons.ts'
import { isOver, taskList } from './api.ts'
import classes from './task-indicator.module.css'

/** The number of running tasks and their total progress, with a link to the tasks. */
export function TaskIndicator() {
  const { t } = useTranslation()
  const { data: tasks = [] } = useQuery(taskList)
  const running = tasks.filter((task) => !isOver(task))
  const done = running.reduce((sum, task) => sum + task.progress, 0)
  const progress = running.length === 0 ? 0 : Math.round(done / running.length)
  const label =
    running.length === 0
      ? t('tasks.indicatorIdle')
      : t('tasks.indicator', { count: running.length, progress })
  return (
    <Tooltip label={label}>
      <Button
        component={Link}
        to="/tasks"
        variant="subtle"
        color="gray"
        size="sm"
        px="xs"
        aria-label={label}
        leftSection={<IconListCheck size={18} />}
      >
        <span className={classes['count']}>{running.length}</span>
        <Progress value={progress} size="sm" className={classes['bar']} aria-hidden />
      </Button>
    </Tooltip>
  )
}
