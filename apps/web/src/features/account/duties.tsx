import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { SignedInUser } from '#contract/account'
import type { Duty } from '#contract/duties'

import { Loading } from '../../ui/loading.tsx'
import { currentUser } from '../../api/viewer.ts'
import { momentText } from '../../i18n/time.ts'
import { CardPage } from './card-page.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { useLogout } from './logout.ts'
import { useConfirmFactorRemoval } from './second-factor/api.ts'
import { useLanguage } from './use-language.ts'

const FirstFactor = lazy(async () => {
  const { FirstFactor: Loaded } = await import('./second-factor/first-factor.tsx')
  return { default: Loaded }
})

const pages = {
  change_password: {
    title: 'account.changePassword',
    reason: 'account.temporaryPassword',
    Form: ({ user }) => <ChangePasswordForm username={user.username} />,
  },
  add_second_factor: {
    title: 'secondFactor.add',
    reason: 'secondFactor.required',
    Form: AddSecondFactor,
  },
} as const satisfies Record<
  Duty,
  { title: string; reason: string; Form: (props: { user: SignedInUser }) => ReactNode }
>

/** Shows the step that a user must take before anything else instead of the screens. */
export function Duties({ user, children }: { user: SignedInUser; children: ReactNode }) {
  useToldRemoval(user.second_factor_removed_at)
  return user.duty === null ? children : <DutyPage duty={user.duty} user={user} />
}

/** Tells the user, until it is closed, that an administrator has removed the second factors. */
function useToldRemoval(at: string | null): void {
  const { t } = useTranslation()
  const { mutate: confirm } = useConfirmFactorRemoval()
  const tell = useEffectEvent((removed: string) =>
    notifications.show({
      id: 'second factor removed',
      title: t('secondFactor.removedTitle'),
      message: t('secondFactor.removed', { at: momentText(removed) }),
      color: 'yellow',
      autoClose: false,
      onClose: () => confirm({ body: {} }),
    }),
  )
  useEffect(() => {
    if (at !== null) tell(at)
  }, [at])
}

function DutyPage({ duty, user }: { duty: Duty; user: SignedInUser }) {
  const { t } = useTranslation()
  const logout = useLogout()
  const [language, setLanguage] = useLanguage()
  const { title, reason, Form } = pages[duty]
  return (
    <CardPage title={t(title)} language={language} onLanguage={setLanguage}>
      <Text mb="md">{t(reason)}</Text>
      <Form user={user} />
      <Button variant="subtle" mt="md" onClick={() => logout.mutate()}>
        {t('account.logout')}
      </Button>
    </CardPage>
  )
}

function AddSecondFactor() {
  const client = useQueryClient()
  return (
    <Suspense fallback={<Loading />}>
      <FirstFactor
        onDone={() => void client.invalidateQueries({ queryKey: currentUser.queryKey })}
      />
    </Suspense>
  )
}
