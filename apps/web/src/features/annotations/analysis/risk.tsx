import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { RiskNumbers, RiskOutcome } from '#contract/analysis-numbers'
import { intervalChart } from '#report/charts/interval-chart'
import { pluggedValue } from '#report/risk'

import { count, decimal, reader } from '../../../i18n/format.ts'
import type { analysis } from '../../../i18n/en/analysis.ts'
import { bandColours } from '../../../ui/band-colours.ts'
import { Chart } from '../../../ui/chart.tsx'
import { useEditorContext } from '../editor-context.ts'
import { Fact } from './fact.tsx'
import classes from './results.module.css'

type Reason = keyof typeof analysis.risk.reasons
type Outcome = 'stroke' | 'coronary-heart-disease'

/** The index or the result of a plugged-in model, with its interval, components and limits. */
export function Risk({ numbers }: { numbers: RiskNumbers }) {
  const { t } = useTranslation()
  return (
    <>
      {numbers.kind === 'no-risk-index' && <NoIndex reasons={numbers.reasons} />}
      {numbers.kind === 'plugged-in' && <PluggedIn numbers={numbers} />}
      {numbers.kind === 'risk-index' && (
        <>
          <Text size="xs">
            {t('analysis.risk.person', {
              sex: t(`analysis.risk.${numbers.person.sex}`),
              age: numbers.person.ageYears,
            })}
          </Text>
          {numbers.outcomes.map((outcome) => (
            <OutcomeCard key={outcome.outcome} outcome={outcome} />
          ))}
        </>
      )}
      <div className={classes['meaning']}>
        <Text size="xs" fw={600}>
          {t('analysis.risk.meaningTitle')}
        </Text>
        <Text size="xs">{t('analysis.risk.meaning')}</Text>
      </div>
    </>
  )
}

/** Reasons that a user can resolve by entering patient data. */
const ofPatientData: ReadonlySet<string> = new Set([
  'age-missing',
  'sex-missing',
  'scale-missing',
  'scale-assumed',
])

function NoIndex({ reasons }: { reasons: readonly string[] }) {
  const { t } = useTranslation()
  const { PatientDataButton, data } = useEditorContext()
  return (
    <div className={classes['outcome']}>
      <Text size="sm" fw={600}>
        {t('analysis.risk.none')}
      </Text>
      {reasons.map((reason) => (
        <Text key={reason} size="sm">
          {t(`analysis.risk.reasons.${reason as Reason}`)}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        {t('analysis.risk.measurementsStand')}
      </Text>
      {reasons.some((reason) => ofPatientData.has(reason)) && (
        <PatientDataButton image={data.image} look="missing" />
      )}
    </div>
  )
}

function OutcomeCard({ outcome }: { outcome: RiskOutcome }) {
  const { t } = useTranslation()
  const { evidence } = outcome
  return (
    <div className={classes['outcome']}>
      <Text size="sm" fw={600}>
        {t(`analysis.risk.${outcome.outcome as Outcome}`)}
      </Text>
      {outcome.kind === 'almost-no-effect' ? (
        <Text size="sm">{t('analysis.risk.almostNoEffect')}</Text>
      ) : (
        <Hazard outcome={outcome} />
      )}
      <Text size="xs" c="dimmed">
        {t('analysis.risk.evidence', {
          participants: count(evidence.participants),
          events: count(evidence.events),
        })}{' '}
        {evidence.source.citation}
      </Text>
    </div>
  )
}

function Hazard({ outcome }: { outcome: Extract<RiskOutcome, { kind: 'relative-hazard' }> }) {
  const { t } = useTranslation()
  const { band, ratio, low, high, contributions } = outcome
  return (
    <>
      <Badge color={bandColours[band]} variant="light" tt="none">
        {t(`analysis.risk.${band}`)}
      </Badge>
      <Text size="sm">
        {t('analysis.risk.ratio', {
          ratio: decimal(ratio, 2),
          low: decimal(low, 2),
          high: decimal(high, 2),
        })}
      </Text>
      <Chart drawing={intervalChart({ ratio, low, high }, reader())} />
      <dl className={classes['facts']} aria-label={t('analysis.risk.contributions')}>
        {contributions.map((part) => (
          <Fact
            key={part.input}
            name={t(`analysis.risk.${part.input}`, {
              measured: decimal(part.measuredMicrometres, 0),
              uncertainty: decimal(part.uncertaintyMicrometres, 0),
              reference: decimal(part.referenceMicrometres, 0),
            })}
          >
            {t('analysis.risk.factor', { factor: decimal(Math.exp(part.logHazard), 2) })}
          </Fact>
        ))}
      </dl>
    </>
  )
}

function PluggedIn({ numbers }: { numbers: Extract<RiskNumbers, { kind: 'plugged-in' }> }) {
  const { t } = useTranslation()
  const { event, horizonYears, band, regulatory } = numbers
  return (
    <div className={classes['outcome']}>
      <Text size="xs">{t('analysis.risk.plugged')}</Text>
      <Badge color={bandColours[band]} variant="light" tt="none">
        {t(`analysis.risk.${band}`)}
      </Badge>
      <dl className={classes['facts']}>
        <Fact name={t('analysis.risk.event')}>
          {event}
          {horizonYears !== null && ` ${t('analysis.risk.horizon', { years: horizonYears })}`}:{' '}
          {pluggedValue(numbers, reader())}
        </Fact>
        <Fact name={t('analysis.risk.registered')}>
          {regulatory.status === 'none'
            ? t('analysis.models.noRegulatory')
            : `${regulatory.status} ${regulatory.number}`}
        </Fact>
      </dl>
      <Text size="xs">
        {t('analysis.risk.intendedUse')}: {numbers.intendedUse}
      </Text>
      <Text size="xs" c="dimmed">
        {t('analysis.risk.limits')}: {numbers.limits}
      </Text>
    </div>
  )
}
