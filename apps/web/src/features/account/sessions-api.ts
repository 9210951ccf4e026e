import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { endOtherSessions, endSession, listSessions } from '#contract/sessions'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const sessionsKey = ['own sessions']

export const ownSessions = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => call(listSessions, { signal }),
})

export function useEndSession() {
  const { t } = useTranslation()
  return useCall(endSession, { title: t('account.endSession'), invalidates: [sessionsKey] })
}

export function useEndOtherSessions() {
  const { t } = useTranslation()
  return useCall(endOtherSessions, {
    title: t('account.endOtherSessions'),
    invalidates: [sessionsKey],
  })
}
