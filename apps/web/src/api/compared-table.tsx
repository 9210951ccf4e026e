import { Table, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

import type { Field } from '#contract/fields/field'
import type { Compared, Estimate } from '#contract/statistics'

import { count, decimal } from '../i18n/format.ts'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import classes from './compared-table.module.css'

interface ComparedColumn {
  readonly title: string
  readonly compared: Compared
}

interface ComparedTableProps {
  label: string
  /** Above the names of the rows. */
  corner: string
  field: Field
  /** A column for each two readings that are compared. */
  columns: readonly ComparedColumn[]
}

/** How far readings agree in a field. */
export function ComparedTable({ label, corner, field, columns }: ComparedTableProps) {
  const { t } = useTranslation()
  const measures = measuresOf(field)
  const rows = [
    { name: t('statistics.readers.both'), textOf: (each: Compared) => count(each.subjects) },
    { name: t('statistics.readers.same'), textOf: (each: Compared) => count(each.same) },
    ...measures.map((measure) => ({
      name: t(`statistics.readers.${measure}`),
      textOf: (each: Compared) => estimateText(field, estimates[measure](each), t),
    })),
  ]
  return (
    <ScrollRegion label={label} className={classes['scroll']}>
      <Table aria-label={label} verticalSpacing={4} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes['name']}>{corner}</Table.Th>
            {columns.map(({ title }) => (
              <Table.Th key={title} className={classes['number']}>
                {title}
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
              {columns.map(({ title, compared }) => (
                <Table.Td key={title} className={classes['number']}>
                  {textOf(compared)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}

/** Where the measures of a field's agreement come from; nothing for fields without measures. */
export function ComparedSources({ field }: Pick<ComparedTableProps, 'field'>) {
  const { t } = useTranslation()
  if (measuresOf(field).length === 0) return null
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {t(`statistics.readers.sources.${field.type === 'number' ? 'numbers' : 'choices'}`)}
    </Text>
  )
}

/** An estimate with its interval; a dash if the values do not determine it. */
export function estimateText(field: Field, estimate: Estimate | null, t: TFunction): string {
  if (estimate === null) return '–'
  return t('statistics.readers.interval', inDigitsOf(field, estimate))
}

const estimates = {
  kappa: ({ kappa }: Compared) => kappa,
  weightedKappa: ({ kappa }: Compared) => kappa,
  icc: ({ icc }: Compared) => icc,
  bias: ({ limits }: Compared) => limits?.bias ?? null,
  lower: ({ limits }: Compared) => limits?.lower ?? null,
  upper: ({ limits }: Compared) => limits?.upper ?? null,
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
