import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { SignedInUser } from '#contract/account'

import { CardPage } from './card-page.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { useLogout } from './logout.ts'
import { useLanguage } from './use-language.ts'

/** Asks for a new password instead of showing the screens, if an administrator set the current one. */
export function TemporaryPassword({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const { t } = useTranslation()
  const logout = useLogout()
  const [language, setLanguage] = useLanguage()
  if (user.duty !== 'change_password') return children
  return (
    <CardPage title={t('account.changePassword')} language={language} onLanguage={setLanguage}>
      <Text mb="md">{t('account.temporaryPassword')}</Text>
      <ChangePasswordForm username={user.username} />
      <Button variant="subtle" mt="md" onClick={() => logout.mutate()}>
        {t('account.logout')}
      </Button>
    </CardPage>
  )
}
