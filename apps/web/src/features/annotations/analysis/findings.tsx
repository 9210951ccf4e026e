import { Alert, Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { AnalysisResult } from '#contract/analysis'
import {
  DiscNumbers,
  LesionNumbers,
  QualityNumbers,
  RiskNumbers,
  UncertaintyNumbers,
  VesselNumbers,
  ZoneNumbers,
} from '#contract/analysis-numbers'
import { isMessageKey, type Message, tell } from '#contract/messages/message'
import { valueText } from '#report/measures'
import { otherEyeSeen } from '#report/other-eye'

import { percent, reader } from '../../../i18n/format.ts'
import { useTold } from '../../../i18n/told.ts'
import { Fact } from './fact.tsx'
import { Measures } from './measures.tsx'
import classes from './results.module.css'
import { Risk } from './risk.tsx'
import { useAreaName } from './use-area-name.ts'

interface FindingsProps {
  result: AnalysisResult
  numbers: unknown
}

/** What an opened result says, by its kind. */
export function Findings({ result: { kind }, numbers }: FindingsProps) {
  switch (kind) {
    case 'quality':
      return <Quality numbers={QualityNumbers.parse(numbers)} />
    case 'optic_disc':
      return <Landmarks numbers={DiscNumbers.parse(numbers)} />
    case 'vessels':
      return <Vessels numbers={VesselNumbers.parse(numbers)} />
    case 'zones':
      return <Measures numbers={ZoneNumbers.parse(numbers)} />
    case 'risk':
      return <Risk numbers={RiskNumbers.parse(numbers)} />
    case 'lesions':
      return <Lesions numbers={LesionNumbers.parse(numbers)} />
    case 'report':
      return <ReportText />
    case 'uncertainty':
      return <Uncertainty numbers={UncertaintyNumbers.parse(numbers)} />
    case 'arteries_veins':
      return null
  }
}

const gradeColours = { gradable: 'teal', limited: 'yellow', 'not-gradable': 'red' } as const

function Quality({ numbers }: { numbers: QualityNumbers }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const { grade, reasons, fundus, visibility } = numbers
  return (
    <>
      <Badge color={gradeColours[grade]} variant="light" size="lg" tt="none">
        {t(`analysis.quality.${grade}`)}
      </Badge>
      {grade === 'not-gradable' && <Text size="sm">{t('analysis.quality.notMeasured')}</Text>}
      {grade === 'limited' && <Text size="sm">{t('analysis.quality.limits')}</Text>}
      <dl className={classes['facts']}>
        {reasons.length > 0 && (
          <Fact name={t('analysis.quality.why')}>
            {reasons.map((reason) => told(tell(reasonOf(reason)))).join(', ')}
          </Fact>
        )}
        {visibility !== null && (
          <Fact name={t('analysis.quality.visibility')}>{percent(visibility)}</Fact>
        )}
        {fundus !== null && <Fact name={t('analysis.quality.fundus')}>{percent(fundus)}</Fact>}
      </dl>
    </>
  )
}

function reasonOf(reason: string): Message {
  const key = `quality.${reason}`
  return { key: isMessageKey(key) ? key : 'quality.unknown', params: {} }
}

function Landmarks({ numbers }: { numbers: DiscNumbers }) {
  const { t } = useTranslation()
  const { disc, fovea, laterality } = numbers
  const seen = otherEyeSeen(laterality, numbers)
  return (
    <>
      {disc === null && <Alert color="yellow">{t('analysis.landmarks.noDisc')}</Alert>}
      {seen !== null && (
        <Alert color="yellow" p="xs">
          {t('analysis.landmarks.otherEye', {
            said: t(`analysis.landmarks.${laterality}`),
            seen: t(`analysis.landmarks.${seen}`),
          })}
        </Alert>
      )}
      {disc?.doubts.map((doubt) => (
        <Alert key={doubt} color="yellow" p="xs">
          {t(`analysis.landmarks.doubts.${doubt}` as 'analysis.landmarks.doubts.faint')}
        </Alert>
      ))}
      <dl className={classes['facts']}>
        {disc !== null && (
          <Fact name={t('analysis.landmarks.diameter')}>{disc.diameterPx.toFixed(0)} px</Fact>
        )}
        <Fact name={t('analysis.landmarks.fovea')}>
          {fovea === null
            ? t('analysis.landmarks.noFovea')
            : t('analysis.landmarks.found', { percent: percent(fovea.probability) })}
        </Fact>
        <Fact name={t('analysis.landmarks.eye')}>{t(`analysis.landmarks.${laterality}`)}</Fact>
      </dl>
    </>
  )
}

function Vessels({ numbers }: { numbers: VesselNumbers }) {
  const { t } = useTranslation()
  const { method } = numbers
  return (
    <>
      {method === 'classical' && (
        <Alert color="yellow" p="xs">
          {t('analysis.vessels.classical')}
        </Alert>
      )}
      <dl className={classes['facts']}>
        <Fact name={t('analysis.vessels.density')}>
          {densityText(numbers) ?? t('analysis.measures.notMeasurable')}
        </Fact>
      </dl>
    </>
  )
}

/** Results of earlier versions state no uncertainty. */
function densityText({ density, densityUncertainty: uncertainty }: VesselNumbers): string | null {
  if (density === null) return null
  if (typeof uncertainty !== 'number') return percent(density)
  return valueText({ value: density, uncertainty, unit: 'share', reference: null }, reader())
}

function Uncertainty({ numbers: { share } }: { numbers: UncertaintyNumbers }) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm">{t('analysis.uncertainty.meaning')}</Text>
      <dl className={classes['facts']}>
        <Fact name={t('analysis.uncertainty.share')}>{percent(share)}</Fact>
      </dl>
    </>
  )
}

function Lesions({ numbers }: { numbers: LesionNumbers }) {
  const { t } = useTranslation()
  const nameOf = useAreaName()
  return (
    <>
      <dl className={classes['facts']}>
        {numbers.found.map(({ name, count, share }) => (
          <Fact key={name} name={nameOf(name)}>
            {t('analysis.lesions.found', { count, share: percent(share) })}
          </Fact>
        ))}
      </dl>
      <Text size="xs">{numbers.intendedUse}</Text>
      <Text size="xs" c="dimmed">
        {numbers.limits}
      </Text>
    </>
  )
}

function ReportText() {
  const { t } = useTranslation()
  return <Text size="sm">{t('analysis.report.text')}</Text>
}
