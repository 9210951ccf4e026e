import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { readPasswordLink, choosePassword } from '#contract/password-links'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

/** Whose link it is. */
export const passwordLink = (token: string) =>
  queryOptions({
    queryKey: ['password link', token],
    queryFn: ({ signal }) => call(readPasswordLink, { body: { token }, signal }),
    staleTime: Infinity,
    retry: false,
  })

export function useNewPassword() {
  const { t } = useTranslation()
  return useCall(choosePassword, { title: t('account.newPasswordTitle') })
}
