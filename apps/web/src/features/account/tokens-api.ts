import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  createAccessToken,
  deleteAccessToken,
  listAccessTokens,
  listTokensOfUsers,
  revokeTokenOfUser,
} from '#contract/access-tokens'
import { listDatasetNames } from '#contract/datasets'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const tokensKey = ['access-tokens']

export const accessTokens = queryOptions({
  queryKey: [...tokensKey, 'own'],
  queryFn: ({ signal }) => call(listAccessTokens, { signal }),
})

export const tokensOfUsers = queryOptions({
  queryKey: [...tokensKey, 'of users'],
  queryFn: ({ signal }) => call(listTokensOfUsers, { signal }),
})

/** The datasets to which a token can be restricted. */
export const datasetsForTokens = queryOptions({
  queryKey: ['datasets for tokens'],
  queryFn: ({ signal }) => call(listDatasetNames, { signal }),
})

export function useCreateToken() {
  const { t } = useTranslation()
  return useCall(createAccessToken, { title: t('account.createToken'), invalidates: [tokensKey] })
}

export function useDeleteToken() {
  const { t } = useTranslation()
  return useCall(deleteAccessToken, { title: t('account.endToken'), invalidates: [tokensKey] })
}

export function useRevokeToken() {
  const { t } = useTranslation()
  return useCall(revokeTokenOfUser, { title: t('account.endToken'), invalidates: [tokensKey] })
}
