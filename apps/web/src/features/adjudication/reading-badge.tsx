import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { ReadingState } from '#contract/adjudication'

const colours = { reading: 'gray', agreed: 'lagoon', differs: 'orange', settled: 'green' } as const

/** Where an image stands: whether its readers agree, and whether what they differ in is settled. */
export function ReadingBadge({ state }: { state: ReadingState }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" color={colours[state]} miw="max-content">
      {t(`adjudication.states.${state}`)}
    </Badge>
  )
}
