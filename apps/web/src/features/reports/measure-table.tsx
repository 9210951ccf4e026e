import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { EyeReport } from '#contract/reports'
import { eyeMark } from '#report/charts/range-chart'
import type { Writing } from '#report/language'
import {
  describeMeasures,
  type MeasureCell,
  type MeasureTable as Described,
} from '#report/measure-table'

import { Chart } from '../../ui/chart.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import classes from './report.module.css'
import { useWriting } from './use-writing.ts'

/** Every measurement of each eye: its value, a graphic on its scale, and its reference range. */
export function MeasureTable({ eyes }: { eyes: readonly EyeReport[] }) {
  const writing = useWriting()
  const { measures } = writing.words
  const table = describeMeasures(eyes, writing)
  const { groups, unmeasured, legend, papers } = table
  return (
    <>
      {groups.length > 0 && <Table table={table} writing={writing} />}
      {unmeasured.map((line) => (
        <Text key={line} size="sm" c="dimmed" mt="xs">
          {line}
        </Text>
      ))}
      <Text size="xs" c="dimmed" mt="xs">
        {[...legend, ...(papers.length > 0 ? [measures.sources] : [])].join(' ')}
      </Text>
      {papers.map((paper) => (
        <Text key={paper} size="xs" c="dimmed">
          {paper}
        </Text>
      ))}
    </>
  )
}

function Table({ table, writing }: { table: Described; writing: Writing }) {
  const { t } = useTranslation()
  const { report: words, charts } = writing.words
  const { columns, groups, hasRanges } = table
  return (
    <ScrollRegion label={t('report.measureCaption')} className={classes['scroll']}>
      <table className={classes['measures']}>
        <thead>
          <tr>
            <th scope="col">{words.measure}</th>
            {columns.map(({ report: { image, eye }, name, state }) => (
              <th key={image.id} scope="col">
                <span className={classes['eyeMark']}>
                  <Chart drawing={eyeMark(eye)} />
                </span>
                {name}
                <span className={classes['long']}>{state}</span>
              </th>
            ))}
            <th scope="col">{charts.graphic}</th>
            {hasRanges && <th scope="col">{words.reference}</th>}
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={columns.length + (hasRanges ? 3 : 2)}>
                {title}
              </th>
            </tr>
            {rows.map(({ key, name, long, cells, chart, reference }) => (
              <tr key={key}>
                <th scope="row">
                  {name}
                  {long !== '' && <span className={classes['long']}>{long}</span>}
                </th>
                {cells.map((cell, i) => (
                  <Cell key={columns[i]?.report.image.id} cell={cell} />
                ))}
                <td className={classes['graphic']}>
                  {chart === null ? '–' : <Chart drawing={chart} />}
                </td>
                {hasRanges && <td>{reference === '' ? '–' : reference}</td>}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  )
}

function Cell({ cell }: { cell: MeasureCell | null }) {
  if (cell === null) return <td>–</td>
  return (
    <td data-outside={cell.isOutside || undefined} data-none={!cell.isMeasured || undefined}>
      <span className={classes['value']}>{cell.text}</span>
      {cell.note !== '' && <span className={classes['long']}>{cell.note}</span>}
    </td>
  )
}
