import { Center } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'

import type { SignedInUser } from '#contract/account'

import { destinationIn, stateOf } from '../api/destination.ts'
import { currentUser } from '../api/viewer.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { isFirstScreen } from './paths.ts'

/**
 * Shows its children to signed-in users, and the sign-in page to everybody else. The sign-in page remembers
 * the requested address.
 */
export function SignedIn({ children }: { children: (user: SignedInUser) => ReactNode }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const { data: user, error, refetch } = useQuery(currentUser)
  const [last, setLast] = useState<string | null>(null)
  if (user && user.username !== last) setLast(user.username)
  if (user === null) {
    const state = isFirstScreen(pathname)
      ? null
      : stateOf({ path: pathname + search, username: last })
    return <Navigate to="/auth" replace state={state} />
  }
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
  const destination = destinationIn(useLocation().state)
  if (isPending) return <Waiting />
  if (user === null || user === undefined) return children
  return <Navigate to="/datasets" replace state={destination && stateOf(destination)} />
}
