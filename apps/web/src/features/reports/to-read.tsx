import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'

import type { EyeReport } from '#contract/reports'
import { eyeName, reviewStateOf } from '#report/eye'

import { Section } from '../../ui/section.tsx'
import classes from './report.module.css'
import { useWriting } from './use-writing.ts'

/** The results that no clinician has confirmed or rejected yet, each with a link to its report. */
export function ToRead({ reports }: { reports: readonly EyeReport[] }) {
  const writing = useWriting()
  const { course } = writing.words.report
  const waiting = reports.filter((report) => reviewStateOf(report) === 'preliminary')
  const hasResults = reports.some(({ analysis }) => analysis !== null)
  if (!hasResults) return null
  return (
    <Section title={course.toRead}>
      {waiting.length === 0 && <Text size="sm">{course.nothingToRead}</Text>}
      <ul className={classes['toRead']}>
        {waiting.map((report) => (
          <li key={report.image.id}>
            <Anchor size="sm" component={Link} to={`/report/${report.image.id}`}>
              {report.day ?? course.dayUnknown}, {eyeName(report, writing)}
            </Anchor>
          </li>
        ))}
      </ul>
    </Section>
  )
}
