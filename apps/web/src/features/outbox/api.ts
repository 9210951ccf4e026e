import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { getDeadLetters, requeueLetter } from '#contract/outbox'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const key = ['dead letters']

/** Asked for with each screen, and not by itself: that would keep the session open for ever. */
export const deadLetters = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call(getDeadLetters, { signal }),
  staleTime: 0,
})

export function useRequeue() {
  const { t } = useTranslation()
  return useCall(requeueLetter, {
    title: t('outbox.requeue'),
    invalidates: [key],
    success: () => t('outbox.requeued'),
  })
}
