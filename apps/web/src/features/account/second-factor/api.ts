import { notifications } from '@mantine/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  addAuthenticator,
  beginAuthenticator,
  confirmFactorRemoval,
  finishSignIn,
  getSecondFactor,
  removeAuthenticator,
  renewRecoveryCodes,
} from '#contract/second-factor'

import { beginPasskey, removePasskey } from '#contract/passkeys'

import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/use-call.ts'
import { usePasskeyText } from './use-passkey-text.ts'

const factorKey = ['second factor']

export const ownSecondFactor = queryOptions({
  queryKey: factorKey,
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
})

export function useFinishSignIn() {
  const { t } = useTranslation()
  return useCall(finishSignIn, { title: t('account.loginFailed') })
}

export function useConfirmFactorRemoval() {
  const { t } = useTranslation()
  return useCall(confirmFactorRemoval, { title: t('secondFactor.removedTitle') })
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

/** Makes a passkey and adds it to the account. */
export function useMakePasskey() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const text = usePasskeyText()
  return useMutation({
    mutationFn: async ({ password, name }: { password: string; name: string }) => {
      const { makePasskey } = await import('./passkey-calls.ts')
      return makePasskey(await call(beginPasskey, { body: { password } }), name)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: factorKey }),
    onError: (error) =>
      notifications.show({
        title: t('secondFactor.addPasskey'),
        message: text(error),
        color: 'red',
      }),
  })
}

export function useRemovePasskey() {
  const { t } = useTranslation()
  return useCall(removePasskey, {
    title: t('secondFactor.removePasskey'),
    success: () => t('secondFactor.passkeyRemoved'),
    invalidates: [factorKey],
  })
}
