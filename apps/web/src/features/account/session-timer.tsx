import { Button, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { healthcheck } from '#contract/info'

import { call } from '../../api/call.ts'
import { useSecondsLeft, warningSeconds } from '../../api/session.ts'
import { useServerInfo } from '../../api/viewer.ts'
import { IconClock } from '../../ui/icons.ts'
import classes from './session-timer.module.css'

/** Counts down to the end of the session; a click renews it. */
export function SessionTimer() {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const secondsLeft = useSecondsLeft()
  const renew = useMutation({
    mutationFn: () => call(healthcheck),
    onError: () =>
      notifications.show({
        title: t('shell.errorTitle'),
        message: t('shell.refreshFailed'),
        color: 'red',
      }),
  })
  if (!info.login_enabled || secondsLeft === null) return null
  const time = clock(secondsLeft)
  const label = t('shell.sessionLeft', { time })
  return (
    <Tooltip label={label}>
      <Button
        variant={secondsLeft <= warningSeconds ? 'light' : 'subtle'}
        color={secondsLeft <= warningSeconds ? 'yellow' : 'gray'}
        size="sm"
        px="xs"
        leftSection={<IconClock size={16} />}
        classNames={{ section: classes['section'] ?? '' }}
        aria-label={label}
        onClick={() => renew.mutate()}
      >
        <span className={classes['time']}>{time}</span>
      </Button>
    </Tooltip>
  )
}

const two = (number: number) => String(number).padStart(2, '0')

/** '59:05', or '1:00:00' from one hour. */
export function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const short = `${two(minutes % 60)}:${two(seconds % 60)}`
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${short}` : short
}
