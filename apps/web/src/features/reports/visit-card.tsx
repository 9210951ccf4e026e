import { Badge, Text } from '@mantine/core'
import { Link } from 'react-router'

import type { EyeReport } from '#contract/reports'
import { describeEye, eyeName } from '#report/eye'
import type { Visit } from '#report/visits'

import { photographAddress } from './api.ts'
import type { CourseParts } from './report-parts.ts'
import classes from './report.module.css'
import { stateColours } from './state-colours.ts'
import { useWriting } from './use-writing.ts'

const thumbnailWidth = 250
/** A course contains only images that count. */
const open = { standing: 'counts', is_open: true } as const

/** The photographs of one day with their findings, each with a link to its report. */
export function VisitCard({
  visit: { day, right, left, others },
  parts,
}: {
  visit: Visit
  parts: CourseParts
}) {
  const { course } = useWriting().words.report
  const shown = [right, left, ...others].filter((each) => each !== null)
  return (
    <section className={classes['visit']}>
      <h3>{day ?? course.dayUnknown}</h3>
      <div className={classes['eyes']}>
        {shown.map((report) => (
          <div key={report.image.id} className={classes['eyeAndFlag']}>
            <EyeOfVisit report={report} />
            {report.image.twin_open && <parts.TwinFlag id={report.image.id} twin={open} />}
          </div>
        ))}
      </div>
    </section>
  )
}

function EyeOfVisit({ report }: { report: EyeReport }) {
  const writing = useWriting()
  const { state, stateName, found, stated, warnings } = describeEye(report, writing, '')
  // Readers who agree have one line.
  const statedLines = [...new Set(stated.map((each) => `${each.name}: ${each.value}`))]
  const name = eyeName(report, writing)
  return (
    <Link to={`/report/${report.image.id}`} className={classes['eye']}>
      {!report.image.missing && (
        <img src={photographAddress(report.image, thumbnailWidth)} alt="" loading="lazy" />
      )}
      <div>
        <span className={classes['eyeName']}>
          {name}
          <Badge color={stateColours[state]} variant="light" tt="none">
            {stateName}
          </Badge>
        </span>
        {warnings.map((line) => (
          <Text key={line} size="xs" fw={600} className={classes['warning']}>
            {line}
          </Text>
        ))}
        {statedLines.map((line) => (
          <Text key={line} size="xs" fw={600}>
            {line}
          </Text>
        ))}
        {found.map((line) => (
          <Text key={line} size="xs">
            {line}
          </Text>
        ))}
      </div>
    </Link>
  )
}
