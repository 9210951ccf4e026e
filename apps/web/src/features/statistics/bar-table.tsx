import { Button, Table } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ScrollRegion } from '../../ui/scroll-region.tsx'
import classes from './bar-table.module.css'

interface BarTableProps {
  label: string
  /** The names of the row heading and of the measures. The bars show the last measure. */
  columns: readonly [name: string, ...measures: string[]]
  rows: readonly BarRow[]
  /** Value of a full bar. */
  full: number
}

interface BarRow {
  readonly name: string
  /** One text for each measure. */
  readonly texts: readonly string[]
  readonly value: number
}

/** Rows to show initially; the others are shown on request. */
const firstRows = 20

/** A bar chart in the form of a table: each bar has its name and number beside it. */
export function BarTable({ label, columns, rows, full }: BarTableProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, firstRows)
  const [name, ...measures] = columns
  return (
    <>
      <ScrollRegion label={label} className={classes['scroll']}>
        <Table aria-label={label} verticalSpacing={4} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes['name']}>{name}</Table.Th>
              <Table.Td aria-hidden />
              {measures.map((measure) => (
                <Table.Th key={measure} className={classes['number']}>
                  {measure}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Table.Tr key={row.name}>
                <Table.Th scope="row" className={classes['name']}>
                  {row.name}
                </Table.Th>
                <Table.Td aria-hidden className={classes['bar']}>
                  <div style={{ width: `${full === 0 ? 0 : (100 * row.value) / full}%` }} />
                </Table.Td>
                {row.texts.map((text, index) => (
                  <Table.Td key={measures[index]} className={classes['number']}>
                    {text}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
      {rows.length > firstRows && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setAll(!all)}>
          {all ? t('statistics.showFewer') : t('statistics.showAll', { count: rows.length })}
        </Button>
      )}
    </>
  )
}
