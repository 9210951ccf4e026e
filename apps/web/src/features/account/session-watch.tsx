import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { healthcheck } from '#contract/info'

import { call } from '../../api/call.ts'
import { useSecondsLeft, warningSeconds } from '../../api/session.ts'
import { onSessionEvent, sessionEndedNotice } from '../../api/session-events.ts'
import { useServerInfo, useViewer } from '../../api/viewer.ts'
import { useForgetUser } from './api.ts'
import { useIsLoggingOut, useLogout } from './logout.ts'

const warning = 'session warning'

/** Warns before the session ends, and signs out when it has ended. */
export function SessionWatch() {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const viewer = useViewer()
  const secondsLeft = useSecondsLeft()
  const forget = useForgetUser()
  const logout = useLogout()
  const isLoggingOut = useIsLoggingOut()
  const watched = info.login_enabled && viewer !== null && !viewer.anonymous

  const tellEnd = () => {
    notifications.hide(warning)
    notifications.show({
      id: sessionEndedNotice,
      title: t('shell.sessionEndedTitle'),
      message: t('shell.sessionEnded'),
      color: 'yellow',
      autoClose: false,
    })
  }
  const ended = useEffectEvent(() => {
    if (!watched || isLoggingOut()) return
    forget()
    tellEnd()
  })
  useEffect(() => onSessionEvent('session-ended', () => ended()), [])

  const warn = useEffectEvent(() =>
    notifications.show({
      id: warning,
      title: t('shell.sessionExpiringTitle'),
      message: t('shell.sessionExpiring'),
      color: 'yellow',
      autoClose: false,
    }),
  )
  const nearEnd =
    watched && secondsLeft !== null && secondsLeft > 0 && secondsLeft <= warningSeconds
  useEffect(() => {
    if (!nearEnd) return undefined
    warn()
    return () => void notifications.hide(warning)
  }, [nearEnd])

  const end = useEffectEvent(async () => {
    // Another tab may have renewed the session: the response synchronises this clock.
    const renewed = await renewedElsewhere()
    if (renewed) return
    await logout.mutateAsync().finally(tellEnd)
  })
  const atEnd = watched && secondsLeft === 0
  useEffect(() => {
    if (atEnd) void end()
  }, [atEnd])
  return null
}

async function renewedElsewhere(): Promise<boolean> {
  let renewed = false
  const stop = onSessionEvent('session-renewed', (lifetime) => {
    renewed = lifetime > 0
  })
  try {
    await call(healthcheck, { query: { poll: 'true' } })
  } catch {
    // Without a response, only this clock counts.
  }
  stop()
  return renewed
}
