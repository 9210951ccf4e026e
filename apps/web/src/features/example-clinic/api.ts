import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { getExampleClinic, loadExampleClinic, removeExampleClinic } from '#contract/example-clinic'

import { aboveContent } from '../../api/above-content.ts'
import { call, type CallOutput } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const key = ['example-clinic']

export type ExampleClinic = CallOutput<typeof getExampleClinic>

export const exampleClinic = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call(getExampleClinic, { signal }),
  meta: aboveContent,
})

export function useLoadClinic() {
  const { t } = useTranslation()
  return useCall(loadExampleClinic, {
    title: t('exampleClinic.loading'),
    invalidates: [key, ['datasets'], ['tasks']],
  })
}

export function useRemoveClinic() {
  const { t } = useTranslation()
  return useCall(removeExampleClinic, {
    title: t('exampleClinic.removing'),
    invalidates: [key, ['datasets'], ['categories'], ['tasks']],
    success: () => t('exampleClinic.removed'),
  })
}
