import { Badge, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { StateCounts } from '#contract/assignments'

import { dayOf } from '../../ui/day.ts'
import { isLate } from './api.ts'

interface DueDayProps {
  of: { readonly due_on: string | null; readonly cases: StateCounts }
  isClosed: boolean
}

/** The day on which an assignment is due, marked if it has passed with cases still open. */
export function DueDay({ of, isClosed }: DueDayProps) {
  const { t } = useTranslation()
  const [today] = useState(() => dayOf(new Date()))
  if (of.due_on === null) return null
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm">{of.due_on}</Text>
      {!isClosed && isLate(of, today) && (
        <Badge variant="light" color="orange">
          {t('assignments.late')}
        </Badge>
      )}
    </Group>
  )
}
