import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  getSecondFactorRule,
  removeSecondFactors,
  setSecondFactorRule,
} from '#contract/second-factor'

import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTold } from '../../i18n/told.ts'
import { usersKey } from './api.ts'

const ruleKey = ['second factor rule']

/** Who must have a second factor. */
export const secondFactorRule = queryOptions({
  queryKey: ruleKey,
  queryFn: ({ signal }) => call(getSecondFactorRule, { signal }),
})

export function useSetSecondFactorRule() {
  const { t } = useTranslation()
  return useCall(setSecondFactorRule, {
    title: t('secondFactor.rule'),
    success: () => t('secondFactor.ruleChanged'),
    invalidates: [ruleKey],
  })
}

export function useRemoveSecondFactors() {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(removeSecondFactors, {
    title: t('secondFactor.removeOfUser'),
    success: told,
    invalidates: [usersKey],
  })
}
