import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { countUndelivered, listMessages, tryMessageNow, type MessageState } from '#contract/outbox'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const key = ['outbox']

export const messagesIn = (state: MessageState) =>
  queryOptions({
    queryKey: [...key, 'messages', state],
    queryFn: ({ signal }) => call(listMessages, { query: { state }, signal }),
    staleTime: 0,
  })

/** Fetched with each screen, but not polled: polling would keep the session alive forever. */
export const undelivered = queryOptions({
  queryKey: [...key, 'undelivered'],
  queryFn: ({ signal }) => call(countUndelivered, { signal }),
  staleTime: 0,
})

export function useTryNow() {
  const { t } = useTranslation()
  return useCall(tryMessageNow, {
    title: t('outbox.tryNow'),
    invalidates: [key],
    success: () => t('outbox.trying'),
  })
}
