import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { healthcheck } from '#contract/info'

import { call } from '../api/call.ts'
import { useStreamState } from '../api/live.ts'
import classes from './backend-status.module.css'

const pollEveryMs = 15_000

/** A dot: green while the server answers, red if it does not or the live stream is lost. */
export function BackendStatus() {
  const { t } = useTranslation()
  const stream = useStreamState()
  const { isError, isSuccess } = useQuery({
    queryKey: ['backend status'],
    // A poll does not renew the session.
    queryFn: ({ signal }) => call(healthcheck, { query: { poll: 'true' }, signal }),
    refetchInterval: pollEveryMs,
    retry: false,
    staleTime: 0,
  })
  const down = isError || stream === 'lost'
  const state = down ? 'down' : isSuccess ? 'up' : 'connecting'
  const label = {
    down: t('shell.serverDown'),
    up: t('shell.serverUp'),
    connecting: t('shell.serverConnecting'),
  }[state]
  return (
    <Tooltip label={label}>
      <span className={classes['status']} data-state={state}>
        <VisuallyHidden>{label}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
