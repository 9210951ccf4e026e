import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  children?: ReactNode
  /** The next step to offer. */
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      <span className={classes['icon']} aria-hidden>
        {icon}
      </span>
      <Text fw={600} component="p">
        {title}
      </Text>
      {children !== undefined && (
        <Text c="dimmed" component="p" maw="34rem">
          {children}
        </Text>
      )}
      {action}
    </div>
  )
}
