import { Badge, Text } from '@mantine/core'

import type { Fact, OutcomeText, RiskText } from '#report/risk'

import { decimal } from '../../i18n/format.ts'
import { Pairs } from './pairs.tsx'
import classes from './report.module.css'

const bandColours = { low: 'gray', moderate: 'yellow', high: 'red' } as const

/** The risk of each outcome with its interval, what it is made of, and what it rests on. */
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
      {interval !== null && <IntervalBar {...interval} />}
      <Pairs as="lines" facts={facts} />
      <Text size="xs" c="dimmed">
        {evidence}
      </Text>
    </article>
  )
}

/** The ends of the bar: half of the average hazard and twice of it. */
const [least, most] = [0.5, 2]
const [left, right] = [10, 290]

function place(hazard: number): number {
  const kept = Math.min(most, Math.max(least, hazard))
  return left + ((right - left) * Math.log(kept / least)) / Math.log(most / least)
}

/** An interval against the average hazard of 1, on a logarithmic scale; its numbers stand above. */
function IntervalBar({ ratio, low, high }: NonNullable<OutcomeText['interval']>) {
  return (
    <svg className={classes['bar']} viewBox="0 0 300 34" aria-hidden>
      <line x1={left} x2={right} y1="12" y2="12" className={classes['axis']} />
      <line x1={place(1)} x2={place(1)} y1="3" y2="21" className={classes['axis']} />
      <line x1={place(low)} x2={place(high)} y1="12" y2="12" className={classes['interval']} />
      <circle cx={place(ratio)} cy="12" r="4.5" className={classes['mark']} />
      {[least, 1, most].map((value) => (
        <text key={value} x={place(value)} y="32" textAnchor="middle">
          {decimal(value, 1)}
        </text>
      ))}
    </svg>
  )
}
