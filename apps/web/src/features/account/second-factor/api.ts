import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  addAuthenticator,
  beginAuthenticator,
  finishSignIn,
  getSecondFactor,
  removeAuthenticator,
  renewRecoveryCodes,
} from '#contract/second-factor'

import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/use-call.ts'

const factorKey = ['second factor']

export const ownSecondFactor = queryOptions({
  queryKey: factorKey,
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
})

export function useFinishSignIn() {
  const { t } = useTranslation()
  return useCall(finishSignIn, { title: t('account.loginFailed') })
}

export function useBeginAuthenticator() {
  const { t } = useTranslation()
  return useCall(beginAuthenticator, { title: t('secondFactor.addApp') })
}

export function useAddAuthenticator() {
  const { t } = useTranslation()
  return useCall(addAuthenticator, {
    title: t('secondFactor.addApp'),
    invalidates: [factorKey],
  })
}

export function useRemoveAuthenticator() {
  const { t } = useTranslation()
  return useCall(removeAuthenticator, {
    title: t('secondFactor.removeApp'),
    success: () => t('secondFactor.appRemoved'),
    invalidates: [factorKey],
  })
}

export function useRenewRecoveryCodes() {
  const { t } = useTranslation()
  return useCall(renewRecoveryCodes, {
    title: t('secondFactor.renewCodes'),
    invalidates: [factorKey],
  })
}
