import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'

import type { User } from '#contract/account'

import { currentUser } from '../api/viewer.ts'
import { LoadFailed } from '../ui/load-failed.tsx'

function Waiting() {
  const { t } = useTranslation()
  return (
    <Center mih="60vh">
      <Loader aria-label={t('common.loading')} />
    </Center>
  )
}

/** Shows its children to signed-in users, and the sign-in page to everybody else. */
export function SignedIn({ children }: { children: (user: User) => ReactNode }) {
  const { t } = useTranslation()
  const { data: user, error, refetch } = useQuery(currentUser)
  if (user === null) return <Navigate to="/auth" replace />
  if (user !== undefined) return children(user)
  if (error === null) return <Waiting />
  return (
    <Center mih="60vh" p="lg">
      <LoadFailed title={t('common.loadFailed')} error={error} onRetry={() => void refetch()} />
    </Center>
  )
}

/** Shows its children to visitors; signed-in users are redirected to the datasets. */
export function SignedOut({ children }: { children: ReactNode }) {
  const { data: user, isPending } = useQuery(currentUser)
  if (isPending) return <Waiting />
  return user === null || user === undefined ? children : <Navigate to="/datasets" replace />
}
