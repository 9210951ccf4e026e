import { Button, Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { useServerInfo } from '../../api/viewer.ts'
import { PageTitle } from '../../ui/page.tsx'
import { useLogout } from './api.ts'
import classes from './auth-page.module.css'
import { ChangePasswordForm } from './change-password-form.tsx'
import { LanguageSwitch } from './language-switch.tsx'

/**
 * Asks for a new password instead of showing the screens, if an administrator set the current one and the
 * server demands a change.
 */
export function TemporaryPassword({ user, children }: { user: User; children: ReactNode }) {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const logout = useLogout()
  if (info.password_rule !== 'strict' || !user.has_temporary_password) return children
  return (
    <main id="main" className={classes['screen']}>
      <PageTitle title={t('account.changePassword')} />
      <Paper className={classes['card']} w="100%" maw="30rem" mx="auto" withBorder>
        <Group justify="space-between">
          <Title order={1}>{t('account.changePassword')}</Title>
          <LanguageSwitch />
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
