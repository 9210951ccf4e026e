import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './section.module.css'

/** A framed part of a screen with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder component="section" className={classes['section']}>
      <Title order={2} mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
