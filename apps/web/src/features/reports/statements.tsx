import { Badge, Text, Title } from '@mantine/core'

import type { EyeText } from '#report/eye'

import classes from './report.module.css'
import { stateColours } from './state-colours.ts'

/** Whether a clinician has confirmed the result, and that a machine produced it. */
export function StateBanner({ text }: { text: EyeText }) {
  // The statement of a reviewed result already names the reviewer.
  const isReviewed = text.state === 'final' || text.state === 'rejected'
  return (
    <div className={classes['state']}>
      <div className={classes['stateLine']}>
        <Badge color={stateColours[text.state]} variant="light" size="lg" tt="none">
          {text.stateName}
        </Badge>
        {!isReviewed && <Text size="sm">{text.stateDetail}</Text>}
      </div>
      {text.note !== '' && <Text size="sm">{text.note}</Text>}
      <Text size="sm" fw={600}>
        {text.statement}
      </Text>
    </div>
  )
}

interface StatementProps {
  title: string
  lines: readonly string[]
  isWarning?: boolean
}

/** A heading with its sentences; nothing if there are none. */
export function Statement({ title, lines, isWarning = false }: StatementProps) {
  if (lines.length === 0) return null
  return (
    <section className={classes['statement']} data-warning={isWarning || undefined}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
