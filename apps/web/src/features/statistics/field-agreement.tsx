import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Field } from '#contract/fields/field'
import type { Estimate, FieldAgreement as Agreement, PairAgreement } from '#contract/statistics'

import { count, toHundredths } from '../../i18n/format.ts'
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

/** A row for each two readers. */
function Pairs({ field, pairs }: { field: Field; pairs: readonly PairAgreement[] }) {
  const { t } = useTranslation()
  const measures = measuresOf(field)
  const label = t('statistics.readers.title')
  const columns = [
    t('statistics.readers.both'),
    t('statistics.readers.same'),
    ...measures.map((measure) => t(`statistics.readers.${measure}`)),
  ]
  return (
    <>
      <ScrollRegion label={label} className={classes['scroll']}>
        <Table aria-label={label} verticalSpacing={4} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes['name']}>{t('statistics.readers.pair')}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column} className={classes['number']}>
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pairs.map((pair) => (
              <Table.Tr key={pair.readers.join(' ')}>
                <Table.Th scope="row" className={classes['name']}>
                  {pair.readers.join(', ')}
                </Table.Th>
                <Table.Td className={classes['number']}>{count(pair.subjects)}</Table.Td>
                <Table.Td className={classes['number']}>{count(pair.same)}</Table.Td>
                {measures.map((measure) => (
                  <Table.Td key={measure} className={classes['number']}>
                    <Interval estimate={estimates[measure](pair)} />
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

function Interval({ estimate }: { estimate: Estimate | null }) {
  const { t } = useTranslation()
  if (estimate === null) return '–'
  return t('statistics.readers.interval', {
    value: toHundredths(estimate.value),
    low: toHundredths(estimate.low),
    high: toHundredths(estimate.high),
  })
}
