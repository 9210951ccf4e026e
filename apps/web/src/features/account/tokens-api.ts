import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { createAccessToken, deleteAccessToken, listAccessTokens } from '#contract/access-tokens'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const tokensKey = ['access-tokens']

export const accessTokens = queryOptions({
  queryKey: tokensKey,
  queryFn: ({ signal }) => call(listAccessTokens, { signal }),
})

export function useCreateToken() {
  const { t } = useTranslation()
  return useCall(createAccessToken, { title: t('account.createToken'), invalidates: [tokensKey] })
}

export function useDeleteToken() {
  const { t } = useTranslation()
  return useCall(deleteAccessToken, { title: t('account.endToken'), invalidates: [tokensKey] })
}
