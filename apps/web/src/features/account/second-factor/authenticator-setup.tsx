import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { lazy, type ReactNode, type SubmitEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Loading } from '../../../ui/loading.tsx'
import { useAddAuthenticator, useBeginAuthenticator } from './api.ts'
import { focus } from './focus.ts'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(async () => {
  const { QrCode: Loaded } = await import('./qr-code.tsx')
  return { default: Loaded }
})

interface AuthenticatorSetupProps {
  /** The way to another kind of factor, offered until the password is confirmed. */
  other?: ReactNode
  onDone: () => void
}

/** Adds an authenticator app in three steps: password, first code, recovery codes. */
export function AuthenticatorSetup({ other, onDone }: AuthenticatorSetupProps) {
  const { t } = useTranslation()
  const begin = useBeginAuthenticator()
  const add = useAddAuthenticator()
  if (add.data?.recovery_codes)
    return <RecoveryCodes codes={add.data.recovery_codes} onDone={onDone} />
  if (begin.data === undefined) {
    return (
      <>
        <PasswordStep onSubmit={(password) => begin.mutate({ body: { password } })}>
          {(isReady) => (
            <Group justify="flex-end">
              <Button type="submit" disabled={!isReady} loading={begin.isPending}>
                {t('secondFactor.continue')}
              </Button>
            </Group>
          )}
        </PasswordStep>
        {other}
      </>
    )
  }
  const { uri, secret, setup } = begin.data
  return (
    <FirstCode
      uri={uri}
      secret={secret}
      busy={add.isPending}
      onSubmit={(code) =>
        add.mutate(
          { body: { setup, code } },
          { onSuccess: ({ recovery_codes: codes }) => codes === null && onDone() },
        )
      }
    />
  )
}

interface FirstCodeProps {
  uri: string
  secret: string
  busy: boolean
  onSubmit: (code: string) => void
}

function FirstCode({ uri, secret, busy, onSubmit }: FirstCodeProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code !== '') onSubmit(code)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t('secondFactor.scan')}</Text>
        <Suspense fallback={<Loading />}>
          <QrCode text={uri} />
        </Suspense>
        <TextInput
          label={t('secondFactor.secret')}
          readOnly
          value={(secret.match(/.{1,4}/gu) ?? []).join(' ')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <TextInput
          label={t('secondFactor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={focus}
          maxLength={12}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={code === ''} loading={busy}>
            {t('secondFactor.addApp')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
