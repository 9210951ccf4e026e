import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { healthcheck } from '#contract/info'

import { Loading } from '../ui/loading.tsx'
import { call } from '../api/call.ts'
import classes from './message-page.module.css'
import { loadAgain, ScreenNotLoaded } from './screen-not-loaded.ts'

const askEveryMs = 2000

/** Replaces a screen that threw an error, or whose code could not be loaded. */
export function BrokenPage({ error }: { error: unknown }) {
  const [isBroken, setBroken] = useState(!(error instanceof ScreenNotLoaded))
  return isBroken ? <Broken /> : <ServerAway onUseless={() => setBroken(true)} />
}

function Broken() {
  const { t } = useTranslation()
  return (
    <Message title={t('shell.brokenTitle')} text={t('shell.broken')}>
      <Button onClick={() => globalThis.location.reload()}>{t('shell.reload')}</Button>
    </Message>
  )
}

/**
 * Reloads the page as soon as the server responds: a browser may cache a failed module, and the modules of
 * an updated server have other names.
 */
function ServerAway({ onUseless }: { onUseless: () => void }) {
  const { t } = useTranslation()
  const { isSuccess } = useQuery({
    queryKey: ['server is back'],
    queryFn: ({ signal }) => call(healthcheck, { query: { poll: 'true' }, signal }),
    refetchInterval: askEveryMs,
    retry: false,
    gcTime: 0,
  })
  useEffect(() => {
    if (isSuccess && !loadAgain()) onUseless()
  }, [isSuccess, onUseless])
  return (
    <Message title={t('shell.awayTitle')} text={t('shell.away')}>
      <Loading label={t('shell.serverConnecting')} />
    </Message>
  )
}

function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={classes['page']} role="alert">
      <Title order={1}>{title}</Title>
      <Text>{text}</Text>
      {children}
    </div>
  )
}
