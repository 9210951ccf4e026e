import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import classes from './referral-badge.module.css'

const colours = {
  Unreferred: 'gray',
  Referred: 'yellow',
  running: 'yellow',
  Finished: 'lagoon',
  FinishedTransmit: 'green',
  sendingFailed: 'red',
  notGradable: 'orange',
} as const

/** The state of an image on its way to the hospital's systems. */
export function ReferralBadge({ image }: { image: Image }) {
  const { t } = useTranslation()
  const shown = shownState(image)
  if (shown === 'Unselected') return <span>{t('table.referral.Unselected')}</span>
  return (
    <Badge
      variant="light"
      color={colours[shown]}
      radius="sm"
      classNames={{ root: classes['badge'] ?? '', label: classes['label'] ?? '' }}
    >
      {t(`table.referral.${shown}`)}
    </Badge>
  )
}

/** The state, or a more informative detail of it. */
function shownState({ stateMICS: state, analysisState: analysis, micsFailure }: Image) {
  if (state === 'Referred' && analysis === 'running') return 'running'
  if (state !== 'Finished' && state !== 'FinishedTransmit') return state
  if (state === 'Finished' && micsFailure !== null) return 'sendingFailed'
  return analysis === 'notGradable' ? 'notGradable' : state
}
