import { Checkbox, NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { Field } from '#contract/fields/field'

import { UserSelect } from '../../api/user-select.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import { assignments } from './api.ts'
import { numberOf } from './drawing.tsx'

/** How readings are compared, settled and scored; an empty number: not at all. */
export interface SecondLooks {
  readonly adjudicators: string[]
  readonly hidesReaders: boolean
  /** By field, up to which difference numbers are the same. */
  readonly tolerances: Readonly<Record<string, number | ''>>
  /** Least Dice coefficient of outlines that agree. */
  readonly leastDice: number | ''
  /** In percent. */
  readonly regrades: number | ''
  /** Id of the assignment with the answers. */
  readonly answerKey: string | null
  /** In percent. */
  readonly passFrom: number | ''
}

export const noSecondLooks: SecondLooks = {
  adjudicators: [],
  hidesReaders: false,
  tolerances: {},
  leastDice: 0.8,
  regrades: '',
  answerKey: null,
  passFrom: '',
}

interface SecondLooksPartProps {
  datasetId: number
  /** The fields that are asked for. */
  fields: readonly Field[]
  readers: readonly string[]
  isBlinded: boolean
  asksOutlines: boolean
  value: SecondLooks
  onChange: (value: SecondLooks) => void
}

/** Who settles differences, which images come twice, and by which answers readers are scored. */
export function SecondLooksPart({
  datasetId,
  fields,
  readers,
  isBlinded,
  asksOutlines,
  value,
  onChange,
}: SecondLooksPartProps) {
  const { t } = useTranslation()
  const others = useQuery(assignments(datasetId)).data ?? []
  const change = (part: Partial<SecondLooks>) => onChange({ ...value, ...part })
  const isCompared = readers.length > 1
  const numbers = fields.flatMap((field) =>
    field.type === 'number' && field.computed === undefined ? [field] : [],
  )
  return (
    <>
      {isCompared && (
        <>
          <UserSelect
            label={t('assignments.adjudicators')}
            description={t('assignments.adjudicatorsHint')}
            except={readers}
            value={value.adjudicators}
            onChange={(adjudicators) => change({ adjudicators })}
          />
          {value.adjudicators.length > 0 && (
            <Checkbox
              label={t('assignments.hidesReaders')}
              checked={value.hidesReaders}
              onChange={(event) => change({ hidesReaders: event.currentTarget.checked })}
            />
          )}
        </>
      )}
      {(isCompared || value.answerKey !== null) &&
        numbers.map(({ key, words, decimals }) => (
          <NumberInput
            key={key}
            label={t('assignments.tolerance', { field: words[currentLanguage()] })}
            min={0}
            decimalScale={decimals}
            value={value.tolerances[key] ?? ''}
            onChange={(entered) =>
              change({ tolerances: { ...value.tolerances, [key]: numberOf(entered) } })
            }
          />
        ))}
      {isCompared && asksOutlines && (
        <NumberInput
          label={t('assignments.leastDice')}
          description={t('assignments.leastDiceHint')}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          value={value.leastDice}
          onChange={(entered) => change({ leastDice: numberOf(entered) })}
        />
      )}
      {isBlinded && (
        <NumberInput
          label={t('assignments.regrades')}
          description={t('assignments.regradesHint')}
          min={1}
          max={50}
          suffix=" %"
          allowDecimal={false}
          value={value.regrades}
          onChange={(entered) => change({ regrades: numberOf(entered) })}
        />
      )}
      {others.length > 0 && (
        <Select
          label={t('assignments.answerKey')}
          description={t('assignments.answerKeyHint')}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={value.answerKey}
          clearable
          onChange={(answerKey) => change({ answerKey })}
        />
      )}
      {value.answerKey !== null && (
        <NumberInput
          label={t('assignments.passFrom')}
          min={1}
          max={100}
          suffix=" %"
          allowDecimal={false}
          value={value.passFrom}
          onChange={(entered) => change({ passFrom: numberOf(entered) })}
        />
      )}
    </>
  )
}
