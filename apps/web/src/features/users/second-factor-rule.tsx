import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { requirements } from '#contract/second-factor'

import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { secondFactorRule, useSetSecondFactorRule } from './second-factor-api.ts'

/** Who of the site, or the installation, must have a second factor, from the next sign-in on. */
export function SecondFactorRule() {
  const { t } = useTranslation()
  const { data } = useQuery(secondFactorRule)
  const set = useSetSecondFactorRule()
  if (data === undefined) return null
  const { required_for: own, at_least: least } = data
  const possible = requirements.slice(requirements.indexOf(least))
  return (
    <ChoiceSelect
      label={t('secondFactor.rule')}
      data={possible.map((value) => ({ value, label: t(`secondFactor.ruleFor.${value}`) }))}
      value={possible.find((value) => value === own) ?? least}
      disabled={set.isPending}
      onChange={(group) => set.mutate({ body: { required_for: group } })}
    />
  )
}
