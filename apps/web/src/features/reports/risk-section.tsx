import { Badge, Text } from '@mantine/core'

import { intervalChart } from '#report/charts/interval-chart'
import type { Fact, OutcomeText, RiskText } from '#report/risk'

import { bandColours } from '../../ui/band-colours.ts'
import { Chart } from '../../ui/chart.tsx'
import { Pairs } from './pairs.tsx'
import classes from './report.module.css'
import { useWriting } from './use-writing.ts'

/** The risk of each outcome with its interval, components and evidence. */
export function Risk({ risk }: { risk: RiskText }) {
  return (
    <>
      {risk.lines.map((line) => (
        <Text key={line} size="sm" mb="xs">
          {line}
        </Text>
      ))}
      <div className={classes['outcomes']}>
        {risk.outcomes.map((outcome) => (
          <Outcome key={outcome.name} outcome={outcome} />
        ))}
      </div>
    </>
  )
}

function Outcome({ outcome }: { outcome: OutcomeText }) {
  const { name, band, bandName, text, interval, parts, coefficients, evidence } = outcome
  const writing = useWriting()
  const facts: Fact[] = [...parts, ...coefficients]
  return (
    <article className={classes['outcome']}>
      <header>
        <h3>{name}</h3>
        {band !== null && (
          <Badge color={bandColours[band]} variant="light" tt="none" size="lg">
            {bandName}
          </Badge>
        )}
      </header>
      <Text size="sm">{text}</Text>
      {interval !== null && (
        <div className={classes['interval']}>
          <Chart drawing={intervalChart(interval, writing)} />
        </div>
      )}
      <Pairs as="lines" facts={facts} />
      <Text size="xs" c="dimmed">
        {evidence}
      </Text>
    </article>
  )
}
