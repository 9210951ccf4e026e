import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { lazy, type SubmitEvent, Suspense } from 'react'
import { useTranslation } from 'react-i18next'

import { usernamePattern } from '#contract/passwords'

import { currentLanguage, loadAllTexts } from '../../i18n/i18n.ts'
import { useFields } from '../../ui/use-fields.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { useLogin } from './api.ts'
import { BrokenRules } from '../../api/password-rules.tsx'

/** Loaded only for accounts that have a second factor, with its texts. */
const SecondStep = lazy(async () => {
  const [{ SecondStep: Loaded }] = await Promise.all([
    import('./second-factor/second-step.tsx'),
    loadAllTexts(currentLanguage()),
  ])
  return { default: Loaded }
})

export function LoginForm() {
  const { t } = useTranslation()
  const login = useLogin()
  const { fields, field } = useFields({ username: '', password: '' })
  const { username, password } = fields
  if (login.pending !== null) {
    return (
      <Suspense fallback={<Waiting />}>
        <SecondStep stated={login.pending} onSignedIn={login.signedIn} onBack={login.reset} />
      </Suspense>
    )
  }
  const validName = username === '' || usernamePattern.test(username)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (username !== '' && password !== '' && validName) login.submit(username, password)
  }
  return (
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
  )
}
