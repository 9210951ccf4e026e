import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { usernamePattern } from '#contract/passwords'

import { useFields } from '../../ui/use-fields.ts'
import { useLogin } from './api.ts'
import { BrokenRules } from '../../api/password-rules.tsx'

export function LoginForm() {
  const { t } = useTranslation()
  const login = useLogin()
  const { fields, field } = useFields({ username: '', password: '' })
  const { username, password } = fields
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
