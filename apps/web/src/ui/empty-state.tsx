import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import classes from './empty-state.module.css'

interface EmptyStateProps {
  /** For a whole screen or tab; parts of one have none and take little space. */
  icon?: ReactNode
  title: string
  children?: ReactNode
  /** The next step to offer. */
  action?: ReactNode
}

/** Shown for a list without entries: says so, and leads on. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes['empty']} data-small={icon === undefined || undefined}>
      {icon !== undefined && (
        <span className={classes['icon']} aria-hidden>
          {icon}
        </span>
      )}
      <Text className={classes['title'] ?? ''} component="p">
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

/** The next step as a link to the place where it is taken. */
export function NextStep({ to, children }: { to: string; children: string }) {
  return (
    <Button component={Link} to={to} variant="default" size="compact-sm">
      {children}
    </Button>
  )
}
