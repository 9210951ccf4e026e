import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { lazy, type SubmitEvent, Suspense } from 'react'
import { useTranslation } from 'react-i18next'

import { usernamePattern } from '#contract/passwords'

import { useFields } from '../../ui/use-fields.ts'
import { useServerInfo } from '../../api/viewer.ts'
import { useLogin } from './api.ts'
import { BrokenRules } from '../../api/password-rules.tsx'

/** Loaded only if passkeys can be used here, and for accounts that have a second factor. */
const AtSignIn = lazy(async () => {
  const { AtSignIn: Loaded } = await import('./second-factor/at-sign-in.tsx')
  return { default: Loaded }
})

export function LoginForm() {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const login = useLogin()
  const { fields, field } = useFields({ username: '', password: '' })
  const { username, password } = fields
  const validName = username === '' || usernamePattern.test(username)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (username !== '' && password !== '' && validName) login.submit(username, password)
  }
  return (
    <Stack gap="sm">
      {login.pending === null && (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={t('account.username')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              error={!validName && t('account.usernameFormat')}
              {...field('username')}
            />
            <PasswordInput
              label={t('account.password')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
              {...field('password')}
            />
            <BrokenRules password={password} tone="dimmed" />
            <Button
              type="submit"
              fullWidth
              loading={login.isPending}
              disabled={username === '' || password === '' || !validName}
            >
              {t('account.login')}
            </Button>
          </Stack>
        </form>
      )}
      {(info.passkeys || login.pending !== null) && (
        <Suspense>
          <AtSignIn stated={login.pending} onSignedIn={login.signedIn} onBack={login.reset} />
        </Suspense>
      )}
    </Stack>
  )
}
