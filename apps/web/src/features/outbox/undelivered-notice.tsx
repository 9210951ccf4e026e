import { Alert, Anchor } from '@mantine/core'
import { IconMailX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { useViewer } from '../../api/viewer.ts'
import { undelivered } from './api.ts'

const page = '/admin/outbox'

/** Tells administrators on every screen that something has not reached another system. */
export function UndeliveredNotice() {
  const { pathname } = useLocation()
  const viewer = useViewer()
  // The annotator needs the whole height, and the page itself shows them all.
  const isSilent = pathname.startsWith('/annotate') || pathname === page
  return viewer?.is_admin === true && !isSilent ? <Notice key={pathname} /> : null
}

function Notice() {
  const { t } = useTranslation()
  const { data } = useQuery(undelivered)
  if (data === undefined || data.refused + data.failing === 0) return null
  const isRefused = data.refused > 0
  const text = isRefused
    ? t('outbox.refusedNotice', { count: data.refused })
    : t('outbox.failingNotice', { count: data.failing })
  return (
    <Alert color={isRefused ? 'red' : 'orange'} radius={0} py="xs" icon={<IconMailX size={18} />}>
      {text}{' '}
      <Anchor component={Link} to={isRefused ? page : `${page}?state=waiting`} size="sm">
        {t('outbox.show')}
      </Anchor>
    </Alert>
  )
}
