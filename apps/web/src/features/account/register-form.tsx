import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { usernamePattern } from '#contract/passwords'

import { useFields } from '../../ui/use-fields.ts'
import { useRegister } from './api.ts'
import { BrokenRules, useBrokenRules } from '../../api/password-rules.tsx'

const empty = { name: '', username: '', password: '', confirm_password: '' }

export function RegisterForm() {
  const { t } = useTranslation()
  const register = useRegister()
  const brokenRules = useBrokenRules()
  const { fields: form, field } = useFields(empty)
  const validName = usernamePattern.test(form.username)
  const confirmed = form.confirm_password === form.password
  const valid = validName && confirmed && brokenRules(form.password).length === 0
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (valid) register.submit(form)
  }
  const toggle = { 'aria-label': t('account.showPassword') }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('account.fullName')}
          autoComplete="name"
          maxLength={100}
          {...field('name')}
        />
        <TextInput
          label={t('account.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          error={form.username !== '' && !validName && t('account.usernameFormat')}
          {...field('username')}
        />
        <PasswordInput
          label={t('account.password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...field('password')}
        />
        <BrokenRules password={form.password} tone="error" />
        <PasswordInput
          label={t('account.confirmPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          error={form.confirm_password !== '' && !confirmed && t('account.passwordsDiffer')}
          {...field('confirm_password')}
        />
        <Button type="submit" fullWidth loading={register.isPending} disabled={!valid}>
          {t('account.register')}
        </Button>
      </Stack>
    </form>
  )
}
