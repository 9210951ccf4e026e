import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  beginEmergencyAccess,
  confirmEmergencyAccess,
  listEmergencyAccess,
} from '#contract/emergency-access'

import { aboveContent } from '../../api/above-content.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { momentText } from '../../i18n/time.ts'

const key = ['emergency access']

/** The accesses to the user's own datasets that the user has not confirmed. */
export const unseenAccesses = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await call(listEmergencyAccess, { signal })).accesses,
  meta: aboveContent,
})

export function useBeginAccess() {
  const { t } = useTranslation()
  return useCall(beginEmergencyAccess, {
    title: t('emergencyAccess.beginning'),
    invalidates: [['datasets']],
    success: ({ ends_at: end }) => t('emergencyAccess.begun', { until: momentText(end) }),
  })
}

export function useConfirmAccess() {
  const { t } = useTranslation()
  return useCall(confirmEmergencyAccess, {
    title: t('emergencyAccess.confirming'),
    invalidates: [key],
  })
}
