import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Assignment } from '#contract/assignments'

/** Whether an assignment is blinded, closed, or not ready yet. */
export function Marks({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation()
  return (
    <>
      {assignment.blinded && (
        <Badge variant="light" color="lagoon">
          {t('assignments.blinded')}
        </Badge>
      )}
      {!assignment.ready && (
        <Badge variant="light" color="orange">
          {t('assignments.copying')}
        </Badge>
      )}
      {assignment.closed_at !== null && (
        <Badge variant="light" color="gray">
          {t('assignments.closed')}
        </Badge>
      )}
    </>
  )
}
