import { notifications } from '@mantine/notifications'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { changeEmail, changePassword, login, register, type SignedInUser } from '#contract/account'

import { CallError } from '../../api/call-error.ts'
import { stopSessionClock } from '../../api/session.ts'
import { useCall } from '../../api/use-call.ts'
import { currentUser, serverInfo } from '../../api/viewer.ts'

/** Removes everything that belongs to one user from the cache. */
function removeWhatIsTheirs(client: QueryClient): void {
  const kept = new Set([currentUser.queryKey[0], serverInfo.queryKey[0]])
  client.removeQueries({ predicate: ({ queryKey }) => !kept.has(String(queryKey[0])) })
}

/** Makes the user the signed-in one on every screen. */
function useSignedIn(): (answer: { user: SignedInUser }) => Promise<void> {
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
  const mutation = useCall(login, {
    title: t('account.loginFailed'),
    quiet: needsSecondFactor,
  })
  return {
    ...mutation,
    signedIn,
    /** The sign-in to finish, as the server states it, if the account has a second factor. */
    pending: needsSecondFactor(mutation.error) ? mutation.error.current : null,
    submit: (username: string, password: string) =>
      mutation.mutate({ body: { username, password } }, { onSuccess: signedIn }),
  }
}

function needsSecondFactor(error: Error | null): error is CallError {
  return error instanceof CallError && error.code === 'second_factor_required'
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

export function useChangeEmail() {
  const { t } = useTranslation()
  return useCall(changeEmail, {
    title: t('account.saveEmail'),
    success: () => t('account.emailSaved'),
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
