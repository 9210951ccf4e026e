import { Box, Text } from '@mantine/core'

import type { Difference } from '#report/difference'
import { summaryOf } from '#report/differences'

import { ScrollRegion } from '../../ui/scroll-region.tsx'
import classes from './report.module.css'
import { useWriting } from './use-writing.ts'

/** The last change of each measure, and whether the uncertainty of the measurement explains it. */
export function DifferencesTable({ differences }: { differences: readonly Difference[] }) {
  const writing = useWriting()
  const { charts, report } = writing.words
  const words = charts.differences
  if (differences.length === 0) return null
  return (
    <Box mb="lg">
      <h3 className={classes['subheading']}>{words.title}</h3>
      <Text size="sm" fw={600}>
        {summaryOf(differences, writing)}
      </Text>
      <Text size="xs" c="dimmed" mb="sm">
        {words.hint}
      </Text>
      <ScrollRegion label={words.title} className={classes['scroll']}>
        <table className={classes['measures']}>
          <thead>
            <tr>
              <th scope="col">{words.measure}</th>
              <th scope="col">{report.facts.eye}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.now}</th>
              <th scope="col">{words.change}</th>
              <th scope="col">{words.explained}</th>
              <th scope="col">{words.verdict}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((each) => (
              <tr key={each.key} className={each.verdict === 'larger' ? classes['larger'] : ''}>
                <th scope="row">{each.measure}</th>
                <td>{each.eye}</td>
                <td className={classes['value']}>{each.before}</td>
                <td className={classes['value']}>{each.now}</td>
                <td className={classes['value']}>{each.change}</td>
                <td className={classes['value']}>{each.explained}</td>
                <td>{each.verdictText}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Box>
  )
}
