import { Button, PasswordInput, Stack } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useChangePassword } from './api.ts'
import { Tokens } from './tokens.tsx'

export function ProfilePage({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <Page title={t('account.hello', { name: user.name || user.username })} narrow>
      <Stack gap="lg">
        <AccountFacts user={user} />
        {!user.anonymous && <ChangePassword username={user.username} />}
        {!user.anonymous && <Tokens />}
      </Stack>
    </Page>
  )
}

function AccountFacts({ user }: { user: User }) {
  const { t } = useTranslation()
  const facts = (
    [
      [t('account.username'), user.username],
      [t('account.role'), t(user.is_admin ? 'account.roleAdmin' : 'account.roleUser')],
      [t('account.group'), user.group],
      [t('account.expiration'), user.subscription_expiration ?? ''],
    ] as const
  ).filter(([, value]) => value !== '')
  return (
    <Section title={t('account.accountHeading')}>
      <Facts facts={facts} />
    </Section>
  )
}

const empty = { password: '', new_password: '', confirm_password: '' }

function ChangePassword({ username }: { username: string }) {
  const { t } = useTranslation()
  const change = useChangePassword()
  const { fields: form, field, reset } = useFields(empty)
  const toggle = { 'aria-label': t('account.showPassword') }
  const longEnough = form.new_password.length > 5
  const confirmed = form.new_password === form.confirm_password
  const valid = form.password !== '' && longEnough && confirmed
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (valid) change.mutate({ body: form }, { onSuccess: reset })
  }
  return (
    <Section title={t('account.changePassword')}>
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
    </Section>
  )
}
