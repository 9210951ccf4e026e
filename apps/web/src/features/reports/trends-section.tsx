import { Box, List, Text } from '@mantine/core'

import { trendChart } from '#report/charts/trend-chart'
import { differencesOf } from '#report/differences'
import type { Trend, TrendRow, Trends } from '#report/trends'

import { Chart } from '../../ui/chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Section } from '../../ui/section.tsx'
import { DifferencesTable } from './differences-table.tsx'
import classes from './report.module.css'
import { useWriting } from './use-writing.ts'

/** The courses of measures over a patient's visits, and their values as a table. */
export function TrendsSection({ trends: found }: { trends: Trends }) {
  const { trends, rows, changes } = found
  const writing = useWriting()
  const { charts, report } = writing.words
  const { course } = report
  if (trends.length === 0) {
    return (
      <Section title={course.trends}>
        <EmptyState title={course.noTrends} />
      </Section>
    )
  }
  return (
    <Section title={course.trends}>
      <Text size="sm">{course.right}</Text>
      <Text size="sm">{course.left}</Text>
      <Text size="xs" c="dimmed" mb="sm">
        {course.bars} {course.leftOut}
      </Text>
      {changes.length > 0 && (
        <>
          <Text size="sm">{charts.changed}</Text>
          <List size="sm" mb="sm">
            {changes.map((change) => (
              <List.Item key={change}>{change}</List.Item>
            ))}
          </List>
        </>
      )}
      <DifferencesTable differences={differencesOf(found, writing)} />
      <div className={classes['trends']}>
        {trends.map((trend) => (
          <figure key={trend.key} className={classes['trend']}>
            <figcaption>{trend.title}</figcaption>
            <Chart drawing={trendChart(trend, writing)} />
          </figure>
        ))}
      </div>
      <Box mt="lg">
        <ValueTable trends={trends} rows={rows} />
      </Box>
    </Section>
  )
}

function ValueTable({ trends, rows }: { trends: readonly Trend[]; rows: readonly TrendRow[] }) {
  const { charts, report } = useWriting().words
  return (
    <ScrollRegion label={charts.values} className={classes['scroll']}>
      <table className={classes['measures']}>
        <thead>
          <tr>
            <th scope="col">{charts.day}</th>
            <th scope="col">{report.facts.eye}</th>
            {trends.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, eye, values }) => (
            <tr key={`${day} ${eye}`}>
              <th scope="row" className={classes['value']}>
                {day}
              </th>
              <td>{eye}</td>
              {values.map((value, i) => (
                <td key={trends[i]?.key} className={classes['value']}>
                  {value === '' ? '–' : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
