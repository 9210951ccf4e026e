import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { createUser, deleteUser, listUsers, setSubscription, updateUser } from '#contract/users'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTold } from '../../i18n/told.ts'

const usersKey = ['users']

export const userList = (limit: number) =>
  queryOptions({
    queryKey: [...usersKey, limit],
    queryFn: ({ signal }) => call(listUsers, { query: { limit }, signal }),
    placeholderData: keepPreviousData,
  })

export function useCreateUser() {
  const { t } = useTranslation()
  return useCall(createUser, { title: t('users.creating'), invalidates: [usersKey] })
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

export function useSetSubscription() {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(setSubscription, {
    title: t('users.updatingSubscription'),
    invalidates: [usersKey],
    success: told,
  })
}

export function useDeleteUser() {
  const { t } = useTranslation()
  return useCall(deleteUser, { title: t('users.deleting'), invalidates: [usersKey] })
}
