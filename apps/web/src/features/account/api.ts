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

/** Removes everything that belongs to one user from the cache. */
function removeWhatIsTheirs(client: QueryClient): void {
  const kept = new Set([currentUser.queryKey[0], serverInfo.queryKey[0]])
  client.removeQueries({ predicate: ({ queryKey }) => !kept.has(String(queryKey[0])) })
}

/** Makes the user the signed-in one on every screen. */
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

/** Drops everything about the signed-in user. */
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

/** Returns a function that is true while the user is signing out. */
export function useIsLoggingOut(): () => boolean {
  const client = useQueryClient()
  return () => client.isMutating({ mutationKey: loggingOut }) > 0
}

/** Navigates to another screen and resolves on arrival, so that the current screen can save first. */
function useGoTo(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const going = useRef<{ path: string; arrive: () => void } | null>(null)
  useEffect(() => {
    if (going.current?.path === pathname) going.current.arrive()
  }, [pathname])
  // Resolves too if the user ends up on a different screen.
  useEffect(() => () => going.current?.arrive(), [])
  return (path) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    going.current = { path, arrive: resolve }
    void navigate(path)
    return promise
  }
}

/** Signs out. From the annotator, goes to the datasets first, so that open work is saved. */
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
