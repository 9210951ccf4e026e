import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { requirements } from '#contract/second-factor'

import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { secondFactorRule, useSetSecondFactorRule } from './second-factor-api.ts'

/** Who must have a second factor, which changes at once for the next sign-ins. */
export function SecondFactorRule() {
  const { t } = useTranslation()
  const { data } = useQuery(secondFactorRule)
  const set = useSetSecondFactorRule()
  if (data === undefined) return null
  return (
    <ChoiceSelect
      label={t('secondFactor.rule')}
      data={requirements.map((value) => ({ value, label: t(`secondFactor.ruleFor.${value}`) }))}
      value={data.required_for}
      disabled={set.isPending}
      onChange={(group) => set.mutate({ body: { required_for: group } })}
    />
  )
}
