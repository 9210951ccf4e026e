import { Button, Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { useServerInfo } from '../../api/viewer.ts'
import { PageTitle } from '../../ui/page.tsx'
import { useLogout } from './logout.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import classes from './temporary-password.module.css'
import { useLanguage } from './use-language.ts'

/**
 * Asks for a new password instead of showing the screens, if an administrator set the current one and the
 * server demands a change.
 */
export function TemporaryPassword({ user, children }: { user: User; children: ReactNode }) {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const logout = useLogout()
  const [language, setLanguage] = useLanguage()
  if (info.password_rule !== 'strict' || !user.has_temporary_password) return children
  return (
    <main id="main" className={classes['screen']}>
      <PageTitle title={t('account.changePassword')} />
      <Paper className={classes['card']} withBorder>
        <Group justify="space-between">
          <Title order={1}>{t('account.changePassword')}</Title>
          <LanguageSwitch language={language} onChange={setLanguage} />
        </Group>
        <Text my="md">{t('account.temporaryPassword')}</Text>
        <ChangePasswordForm username={user.username} />
        <Button variant="subtle" mt="md" onClick={() => logout.mutate()}>
          {t('account.logout')}
        </Button>
      </Paper>
    </main>
  )
}
