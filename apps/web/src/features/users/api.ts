import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { createPasswordLink, mailPasswordLink } from '#contract/password-links'
import { createUser, deleteUser, listUsers, setSubscription, updateUser } from '#contract/users'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTold } from '../../i18n/told.ts'

export const usersKey = ['users']

/** Accounts whose username or name contains the text. */
export const userList = (limit: number, text = '') =>
  queryOptions({
    queryKey: [...usersKey, limit, text],
    queryFn: ({ signal }) => call(listUsers, { query: { limit, q: text }, signal }),
    placeholderData: keepPreviousData,
  })

export function useCreateUser() {
  const { t } = useTranslation()
  return useCall(createUser, {
    title: t('users.creating'),
    invalidates: [usersKey],
    success: ({ user: { username } }) => t('users.created', { username }),
  })
}

export function useUpdateUser() {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(updateUser, {
    title: t('users.updating'),
    invalidates: [usersKey],
    success: told,
  })
}

export function useCreatePasswordLink() {
  const { t } = useTranslation()
  return useCall(createPasswordLink, {
    title: t('users.createPasswordLink'),
    invalidates: [usersKey],
  })
}

export function useMailPasswordLink() {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(mailPasswordLink, {
    title: t('users.createPasswordLink'),
    invalidates: [usersKey],
    success: told,
  })
}

export function useSetSubscription() {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(setSubscription, {
    title: t('users.updatingSubscription'),
    invalidates: [usersKey],
    success: told,
  })
}

export function useDeleteUser(username: string) {
  const { t } = useTranslation()
  return useCall(deleteUser, {
    title: t('users.deleting'),
    invalidates: [usersKey],
    success: () => t('users.deleted', { username }),
  })
}
