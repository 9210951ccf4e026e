import { notifications } from '@mantine/notifications'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'

import { changePassword, login, logout, register, type User } from '#contract/account'

import { call } from '../../api/call.ts'
import { stopSessionClock } from '../../api/session.ts'
import { useCall } from '../../api/use-call.ts'
import { currentUser, serverInfo } from '../../api/viewer.ts'

/** Takes everything out of the cache that belongs to one user. */
function removeWhatIsTheirs(client: QueryClient): void {
  const kept = new Set([currentUser.queryKey[0], serverInfo.queryKey[0]])
  client.removeQueries({ predicate: ({ queryKey }) => !kept.has(String(queryKey[0])) })
}

/** Makes the user the one who is signed in, for every screen. */
function useSignedIn(): (answer: { user: User }) => Promise<void> {
  const client = useQueryClient()
  return async ({ user }) => {
    notifications.clean()
    removeWhatIsTheirs(client)
    client.setQueryData(currentUser.queryKey, user)
    await client.invalidateQueries({ queryKey: serverInfo.queryKey })
  }
}

export function useLogin() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const mutation = useCall(login, { title: t('account.loginFailed') })
  return {
    ...mutation,
    submit: (username: string, password: string) =>
      mutation.mutate({ body: { username, password } }, { onSuccess: signedIn }),
  }
}

interface RegistrationForm {
  username: string
  password: string
  confirm_password: string
  name: string
}

export function useRegister() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const mutation = useCall(register, { title: t('account.registrationFailed') })
  return {
    ...mutation,
    submit: (body: RegistrationForm) => mutation.mutate({ body }, { onSuccess: signedIn }),
  }
}

export function useChangePassword() {
  const { t } = useTranslation()
  return useCall(changePassword, {
    title: t('account.changingPassword'),
    success: () => t('account.passwordChanged'),
    invalidates: [currentUser.queryKey],
  })
}

/** Forgets everything about the user who was signed in. */
export function useForgetUser(): () => void {
  const client = useQueryClient()
  return () => {
    stopSessionClock()
    sessionStorage.clear()
    client.setQueryData(currentUser.queryKey, null)
    removeWhatIsTheirs(client)
  }
}

const loggingOut = ['log out']

/** Asks whether the user is signing out right now. */
export function useIsLoggingOut(): () => boolean {
  const client = useQueryClient()
  return () => client.isMutating({ mutationKey: loggingOut }) > 0
}

/** Goes to another screen, and resolves when it is there: the one that is left may save first. */
function useGoTo(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const going = useRef<{ path: string; arrive: () => void } | null>(null)
  useEffect(() => {
    if (going.current?.path === pathname) going.current.arrive()
  }, [pathname])
  // Whoever is taken elsewhere instead does not wait for ever.
  useEffect(() => () => going.current?.arrive(), [])
  return (path) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    going.current = { path, arrive: resolve }
    void navigate(path)
    return promise
  }
}

/** Signs out; from the annotator by way of the datasets, when what is open there is saved. */
export function useLogout() {
  const forget = useForgetUser()
  const goTo = useGoTo()
  const { pathname } = useLocation()
  return useMutation({
    mutationKey: loggingOut,
    mutationFn: async () => {
      if (pathname.startsWith('/annotate/')) await goTo('/datasets')
      await call(logout)
    },
    onSettled: forget,
  })
}
