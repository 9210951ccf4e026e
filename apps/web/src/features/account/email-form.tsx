import { Button, PasswordInput, Stack } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { addressIn, EmailInput } from '../../api/email-input.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useChangeEmail } from './api.ts'

/** Changes the own email address, or removes it; asks for the password once it differs. */
export function EmailForm({ user }: { user: User }) {
  const { t } = useTranslation()
  const change = useChangeEmail()
  const { fields, field, reset } = useFields({ email: user.email ?? '', password: '' })
  const email = addressIn(fields.email)
  const isChanged = email !== undefined && email !== user.email
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isChanged || fields.password === '') return
    const body = { password: fields.password, email }
    change.mutate({ body }, { onSuccess: reset })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw="24rem">
        <EmailInput
          label={t('account.email')}
          description={t('account.emailHint')}
          autoComplete="email"
          {...field('email')}
        />
        {isChanged && (
          <>
            <PasswordInput
              label={t('account.currentPassword')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
              {...field('password')}
            />
            <Button type="submit" disabled={fields.password === ''} loading={change.isPending}>
              {t('account.saveEmail')}
            </Button>
          </>
        )}
      </Stack>
    </form>
  )
}
