import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { MailNotices } from './mail-notices.tsx'
import { EmailForm } from './email-form.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'

interface ProfilePageProps {
  user: User
  /** The way to an account of the identity provider. */
  link: ReactNode
}

export function ProfilePage({ user, link }: ProfilePageProps) {
  const { t } = useTranslation()
  return (
    <Page title={t('account.hello', { name: user.name || user.username })} narrow>
      <Stack gap="lg">
        <AccountFacts user={user} />
        {!user.anonymous && (
          <Section title={t('account.changePassword')}>
            {user.external ? (
              <Text>{t('account.passwordElsewhere')}</Text>
            ) : (
              <ChangePasswordForm username={user.username} />
            )}
          </Section>
        )}
        {link}
        {!user.anonymous && <MailSection user={user} />}
        {!user.anonymous && !user.external && <SecondFactorSection />}
        {!user.anonymous && <Sessions />}
        {!user.anonymous && <Tokens />}
      </Stack>
    </Page>
  )
}

function MailSection({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <Section title={t('account.email')}>
      <Stack gap="lg">
        {user.external ? (
          <Text>{user.email ?? t('account.emailElsewhere')}</Text>
        ) : (
          <EmailForm key={user.email} user={user} />
        )}
        {user.email !== null && <MailNotices user={user} />}
      </Stack>
    </Section>
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
