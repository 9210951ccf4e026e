import { Button, Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import classes from './task-button.module.css'

interface TaskButtonProps {
  icon: ReactNode
  label: string
  /** The running task: the button then shows its progress and links to it. */
  task: { id: number; progress: number } | null
  onClick: () => void
}

/** Starts a background task. */
export function TaskButton({ icon, label, task, onClick }: TaskButtonProps) {
  const { t } = useTranslation()
  if (task === null) {
    return (
      <Button variant="default" leftSection={icon} onClick={onClick}>
        {label}
      </Button>
    )
  }
  const percent = Math.round(task.progress)
  return (
    <Button
      component={Link}
      to={`/tasks?id=${task.id}`}
      variant="default"
      leftSection={icon}
      rightSection={<span className={classes['percent']}>{`${percent} %`}</span>}
      className={classes['button'] ?? ''}
      aria-label={t('common.underWay', { name: label, progress: percent })}
    >
      {label}
      <Progress value={task.progress} size="xs" className={classes['progress'] ?? ''} aria-hidden />
    </Button>
  )
}
