import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

import { Loading } from '../../ui/loading.tsx'
import { BrokenRules, useBrokenRules } from '../../api/password-rules.tsx'
import { changeLanguage, currentLanguage } from '../../i18n/i18n.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import { momentText } from '../../i18n/time.ts'
import { useFields } from '../../ui/use-fields.ts'
import { CardPage } from './card-page.tsx'
import { passwordLink, useNewPassword } from './password-link-api.ts'

/** Choosing a new password by the link of an administrator, whose token is the fragment of the address. */
export function NewPasswordPage() {
  const { t } = useTranslation()
  const token = useLocation().hash.slice(1)
  return (
    <CardPage
      title={t('account.newPasswordTitle')}
      language={currentLanguage()}
      onLanguage={(language) => void changeLanguage(language)}
    >
      {token === '' ? (
        <End>
          <Text role="alert">{t('account.incompleteLink')}</Text>
        </End>
      ) : (
        <NewPassword token={token} />
      )}
    </CardPage>
  )
}

function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { data: link, error } = useQuery(passwordLink(token))
  const choose = useNewPassword()
  if (choose.isSuccess) {
    return (
      <End>
        <Text>{t('account.newPasswordKept')}</Text>
      </End>
    )
  }
  if (error !== null) {
    return (
      <End>
        <Text role="alert">{problemText(error)}</Text>
      </End>
    )
  }
  if (link === undefined) return <Loading />
  return (
    <NewPasswordForm
      username={link.username}
      until={link.expires_at}
      busy={choose.isPending}
      onSubmit={(form) => choose.mutate({ body: { token, ...form } })}
    />
  )
}

/** The page of signing in is loaded anew, so that nothing is left of somebody who was signed in here. */
function End({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Stack gap="md">
      {children}
      <Anchor href="/auth">{t('account.toSignIn')}</Anchor>
    </Stack>
  )
}

const empty = { new_password: '', confirm_password: '' }

interface NewPasswordFormProps {
  username: string
  /** When the link expires. */
  until: string
  busy: boolean
  onSubmit: (form: typeof empty) => void
}

function NewPasswordForm({ username, until, busy, onSubmit }: NewPasswordFormProps) {
  const { t } = useTranslation()
  const brokenRules = useBrokenRules()
  const { fields, field } = useFields(empty)
  const confirmed = fields.confirm_password === fields.new_password
  const valid = confirmed && brokenRules(fields.new_password).length === 0
  const toggle = { 'aria-label': t('account.showPassword') }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (valid) onSubmit(fields)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text>{t('account.newPasswordFor', { name: username, until: momentText(until) })}</Text>
        <input type="hidden" autoComplete="username" value={username} readOnly />
        <PasswordInput
          label={t('account.newPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...field('new_password')}
        />
        <BrokenRules password={fields.new_password} tone="error" />
        <PasswordInput
          label={t('account.confirmPassword')}
          autoComplete="new-password"
          error={fields.confirm_password !== '' && !confirmed && t('account.passwordsDiffer')}
          visibilityToggleButtonProps={toggle}
          {...field('confirm_password')}
        />
        <Button type="submit" disabled={!valid} loading={busy}>
          {t('account.choosePassword')}
        </Button>
      </Stack>
    </form>
  )
}
