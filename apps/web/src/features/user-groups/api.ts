import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  createUserGroup,
  deleteUserGroup,
  listUserGroups,
  updateUserGroup,
} from '#contract/user-groups'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const key = ['user groups']

/** Queries that show groups or the rights that they give. */
const stale = [key, ['group names'], ['members'], ['datasets']]

export const userGroups = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call(listUserGroups, { signal }),
})

export function useCreateGroup() {
  const { t } = useTranslation()
  return useCall(createUserGroup, {
    title: t('userGroups.create'),
    invalidates: stale,
    success: ({ name }) => t('userGroups.saved', { name }),
  })
}

export function useUpdateGroup() {
  const { t } = useTranslation()
  return useCall(updateUserGroup, {
    title: t('userGroups.edit'),
    invalidates: stale,
    success: ({ name }) => t('userGroups.saved', { name }),
  })
}

export function useDeleteGroup(name: string) {
  const { t } = useTranslation()
  return useCall(deleteUserGroup, {
    title: t('userGroups.delete'),
    invalidates: stale,
    success: () => t('userGroups.deleted', { name }),
  })
}
