import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

const colours: Record<Image['stateMICS'], string> = {
  Unselected: 'gray',
  Unreferred: 'gray',
  Referred: 'yellow',
  Finished: 'lagoon',
  FinishedTransmit: 'green',
}

/** How far an image is on its way to the hospital and back. */
export function ReferralBadge({ state }: { state: Image['stateMICS'] }) {
  const { t } = useTranslation()
  if (state === 'Unselected') return <span>{t('table.referral.Unselected')}</span>
  return (
    <Badge variant="light" color={colours[state]} radius="sm" miw="max-content">
      {t(`table.referral.${state}`)}
    </Badge>
  )
}
