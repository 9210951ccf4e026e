import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { cannotTell, readersDiffer } from '#contract/fields/value'
import { valueAsText, valueInWords } from '#contract/fields/words'
import type { FieldStatistics } from '#contract/statistics'

import { amount, count } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/section.tsx'
import { BarTable } from './bar-table.tsx'
import { FieldAgreement } from './field-agreement.tsx'

/** The values of one field: a bar for each option, or the mean and spread of its numbers. */
export function FieldSection({ statistics }: { statistics: FieldStatistics }) {
  const { t } = useTranslation()
  const { field, subjects, values, numbers, agreement } = statistics
  const title = field.words[currentLanguage()]
  const rows = rowsOf(statistics)
  return (
    <Section title={title}>
      <Text size="sm" mb="xs">
        {t('statistics.fieldValues', { values: count(values), subjects: count(subjects) })}
      </Text>
      {rows.length > 0 && (
        <BarTable
          label={title}
          columns={[t('statistics.value'), t('statistics.count')]}
          rows={rows}
          full={Math.max(...rows.map(({ value }) => value))}
        />
      )}
      {numbers !== null && (
        <Facts
          facts={[
            [t('statistics.mean'), amount(numbers.mean)],
            [t('statistics.sd'), amount(numbers.sd)],
            [t('statistics.least'), amount(numbers.least)],
            [t('statistics.greatest'), amount(numbers.greatest)],
          ]}
        />
      )}
      {agreement !== null && <FieldAgreement field={field} agreement={agreement} />}
    </Section>
  )
}

/** The options in their order, then others that are stored, "cannot tell", and that readers differ. */
function rowsOf({ field, counts }: FieldStatistics) {
  const language = currentLanguage()
  const offered = new Map<string, string>()
  if ('options' in field)
    for (const { value, words } of field.options) offered.set(value, words[language])
  if (field.type === 'yesNo')
    for (const value of [true, false])
      offered.set(valueAsText(value), valueInWords(field, value, language))
  const special = [cannotTell, readersDiffer].map((value) => ({
    text: valueAsText(value),
    words: valueInWords(field, value, language),
  }))
  for (const value of Object.keys(counts))
    if (!offered.has(value) && special.every(({ text }) => text !== value))
      offered.set(value, value)
  for (const { text, words } of special) if (text in counts) offered.set(text, words)
  return [...offered].map(([value, name]) => {
    const number = counts[value] ?? 0
    return { name, value: number, texts: [count(number)] }
  })
}
