import { Alert, Anchor } from '@mantine/core'
import { IconMailX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { useViewer } from '../../api/viewer.ts'
import { deadLetters } from './api.ts'

const page = '/admin/outbox'

/** Tells administrators on every screen that something did not reach another system. */
export function DeadLetterNotice() {
  const { pathname } = useLocation()
  const viewer = useViewer()
  // The annotator needs the whole height, and the page itself shows them all.
  const isSilent = pathname.startsWith('/annotate') || pathname === page
  return viewer?.is_admin === true && !isSilent ? <Notice key={pathname} /> : null
}

function Notice() {
  const { t } = useTranslation()
  const { data } = useQuery(deadLetters)
  if (data === undefined || data.length === 0) return null
  return (
    <Alert color="red" radius={0} py="xs" icon={<IconMailX size={18} />}>
      {t('outbox.notice', { count: data.length })}{' '}
      <Anchor component={Link} to={page} size="sm">
        {t('outbox.show')}
      </Anchor>
    </Alert>
  )
}
