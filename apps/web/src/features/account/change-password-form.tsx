import { Button, PasswordInput, Stack } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useFields } from '../../ui/use-fields.ts'
import { useChangePassword } from './api.ts'
import { PasswordStrength, useIsAllowed } from '../../api/password-rules.tsx'

const empty = { password: '', new_password: '', confirm_password: '' }

export function ChangePasswordForm({ username }: { username: string }) {
  const { t } = useTranslation()
  const change = useChangePassword()
  const isAllowed = useIsAllowed()
  const { fields: form, field, reset } = useFields(empty)
  const toggle = { 'aria-label': t('account.showPassword') }
  const longEnough = form.new_password.length > 5
  const confirmed = form.new_password === form.confirm_password
  const valid = form.password !== '' && longEnough && confirmed && isAllowed(form.new_password)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (valid) change.mutate({ body: form }, { onSuccess: reset })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw="24rem">
        <input type="hidden" autoComplete="username" value={username} readOnly />
        <PasswordInput
          label={t('account.currentPassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={toggle}
          {...field('password')}
        />
        <PasswordInput
          label={t('account.newPassword')}
          description={t('account.minimumLength')}
          autoComplete="new-password"
          error={form.new_password !== '' && !longEnough && t('account.longerThanFive')}
          visibilityToggleButtonProps={toggle}
          {...field('new_password')}
        />
        <PasswordStrength password={form.new_password} />
        <PasswordInput
          label={t('account.confirmPassword')}
          autoComplete="new-password"
          error={form.confirm_password !== '' && !confirmed && t('account.passwordsDiffer')}
          visibilityToggleButtonProps={toggle}
          {...field('confirm_password')}
        />
        <Button type="submit" disabled={!valid} loading={change.isPending}>
          {t('account.changePassword')}
        </Button>
      </Stack>
    </form>
  )
}
