import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { useViewer } from '../../api/viewer.ts'
import { IconMailX } from '../../ui/icons.ts'
import { undelivered } from './api.ts'

const page = '/admin/outbox'

/** Tells administrators on every screen that messages have not reached another system. */
export function UndeliveredNotice() {
  const { pathname } = useLocation()
  const viewer = useViewer()
  // The annotator needs the whole height, and the outbox page itself shows all of them.
  const isSilent = pathname.startsWith('/annotate') || pathname === page
  return viewer?.is_admin === true && !isSilent ? <Notice key={pathname} /> : null
}

/** Most serious first, with the address of the list of messages. */
const causes = [
  { counts: 'refused', state: 'refused', colour: 'red' },
  { counts: 'failing', state: 'waiting', colour: 'orange' },
  { counts: 'outdated', state: 'outdated', colour: 'orange' },
] as const

function Notice() {
  const { t } = useTranslation()
  const { data } = useQuery(undelivered)
  const worst = data && causes.find(({ counts }) => data[counts] > 0)
  if (worst === undefined) return null
  const { counts, state, colour } = worst
  return (
    <Alert color={colour} radius={0} py="xs" icon={<IconMailX size={18} />}>
      {t(`outbox.${counts}Notice`, { count: data?.[counts] ?? 0 })}{' '}
      <Anchor underline="always" component={Link} to={`${page}?state=${state}`} size="sm">
        {t('outbox.show')}
      </Anchor>
    </Alert>
  )
}
