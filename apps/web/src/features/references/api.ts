import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { getReferences, setReferences } from '#contract/references'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const key = ['references']

export const siteReferences = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call(getReferences, { signal }),
})

export function useSetReferences() {
  const { t } = useTranslation()
  return useCall(setReferences, {
    title: t('references.saving'),
    invalidates: [key],
    success: () => t('references.saved'),
  })
}
