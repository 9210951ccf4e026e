import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Field } from '#contract/fields/field'
import type { Estimate, FieldAgreement as Agreement, PairAgreement } from '#contract/statistics'

import { count, decimal } from '../../i18n/format.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import classes from './bar-table.module.css'

interface FieldAgreementProps {
  field: Field
  agreement: Agreement
}

/** How far the readers of a field agree. */
export function FieldAgreement({ field, agreement }: FieldAgreementProps) {
  const { t } = useTranslation()
  const { subjects, same, pairs } = agreement
  return (
    <>
      <Text size="sm" fw={600} mt="md" mb={4}>
        {t('statistics.readers.title')}
      </Text>
      <Text size="sm" mb="xs">
        {pairs.length === 0
          ? t('statistics.readers.none')
          : t('statistics.readers.shared', { same: count(same), subjects: count(subjects) })}
      </Text>
      {pairs.length > 0 && <Pairs field={field} pairs={pairs} />}
    </>
  )
}

/** A column for each two readers. */
function Pairs({ field, pairs }: { field: Field; pairs: readonly PairAgreement[] }) {
  const { t } = useTranslation()
  const measures = measuresOf(field)
  const label = t('statistics.readers.title')
  const rows = [
    { name: t('statistics.readers.both'), textOf: (pair: PairAgreement) => count(pair.subjects) },
    { name: t('statistics.readers.same'), textOf: (pair: PairAgreement) => count(pair.same) },
    ...measures.map((measure) => ({
      name: t(`statistics.readers.${measure}`),
      textOf: (pair: PairAgreement) => {
        const estimate = estimates[measure](pair)
        if (estimate === null) return '–'
        return t('statistics.readers.interval', inDigitsOf(field, estimate))
      },
    })),
  ]
  return (
    <>
      <ScrollRegion label={label} className={classes['scroll']}>
        <Table aria-label={label} verticalSpacing={4} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes['name']}>{t('statistics.readers.pair')}</Table.Th>
              {pairs.map(({ readers }) => (
                <Table.Th key={readers.join(' ')} className={classes['number']}>
                  {readers.join(', ')}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, textOf }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" className={classes['name']}>
                  {name}
                </Table.Th>
                {pairs.map((pair) => (
                  <Table.Td key={pair.readers.join(' ')} className={classes['number']}>
                    {textOf(pair)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
      {measures.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {t(`statistics.readers.sources.${field.type === 'number' ? 'numbers' : 'choices'}`)}
        </Text>
      )}
    </>
  )
}

const estimates = {
  kappa: ({ kappa }: PairAgreement) => kappa,
  weightedKappa: ({ kappa }: PairAgreement) => kappa,
  icc: ({ icc }: PairAgreement) => icc,
  bias: ({ limits }: PairAgreement) => limits?.bias ?? null,
  lower: ({ limits }: PairAgreement) => limits?.lower ?? null,
  upper: ({ limits }: PairAgreement) => limits?.upper ?? null,
} as const

/** The measures of agreement that suit values of the field. */
function measuresOf(field: Field): readonly (keyof typeof estimates)[] {
  switch (field.type) {
    case 'choice':
      return [field.ordered ? 'weightedKappa' : 'kappa']
    case 'yesNo':
      return ['kappa']
    case 'number':
      return ['icc', 'bias', 'lower', 'upper']
    case 'choices':
    case 'text':
    case 'date':
      return []
  }
}

/** With a digit more than the numbers of the field have, and at least two. */
function inDigitsOf(field: Field, { value, low, high }: Estimate) {
  const digits = field.type === 'number' ? Math.max(2, field.decimals + 1) : 2
  return {
    value: decimal(value, digits),
    low: decimal(low, digits),
    high: decimal(high, digits),
  }
}
