import { Alert, Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'

import type { AnalysisResult } from '#contract/analysis'
import {
  DiscNumbers,
  LesionNumbers,
  MeasuredNumbers,
  QualityNumbers,
  RiskNumbers,
  ZoneNumbers,
} from '#contract/analysis-numbers'
import { isMessageKey, type Message, tell } from '#contract/messages/message'
import type { FactDescription } from '#contract/results/description'
import { describedKind, type DescribedKind } from '#contract/results/kinds'
import { valueText } from '#report/measures'
import { otherEyeSeen } from '#report/other-eye'

import { count as countText, percent, reader } from '../../../i18n/format.ts'
import { useLocalised } from '../../../i18n/localised.ts'
import { useTold } from '../../../i18n/told.ts'
import { Fact } from './fact.tsx'
import { MeasureGroups, Measures } from './measures.tsx'
import classes from './results.module.css'
import { Risk } from './risk.tsx'
import { useAreaName } from './use-area-name.ts'

interface FindingsProps {
  result: AnalysisResult
  numbers: unknown
}

/** The panels of numbers that are more than facts. */
const panels = new Map<string, (numbers: unknown) => ReactNode>([
  ['quality', (numbers) => <Quality numbers={QualityNumbers.parse(numbers)} />],
  ['optic_disc', (numbers) => <Landmarks numbers={DiscNumbers.parse(numbers)} />],
  ['zones', (numbers) => <Measures numbers={ZoneNumbers.parse(numbers)} />],
  ['risk', (numbers) => <Risk numbers={RiskNumbers.parse(numbers)} />],
  ['lesions', (numbers) => <Lesions numbers={LesionNumbers.parse(numbers)} />],
])

/** What an opened result says: as its description has it, or in a panel of its kind. */
export function Findings({ result: { kind }, numbers }: FindingsProps) {
  const panel = panels.get(kind)
  if (panel !== undefined) return panel(numbers)
  return <Described kind={describedKind(kind)} numbers={Numbers.parse(numbers)} />
}

const Numbers = z.record(z.string(), z.unknown())

interface DescribedProps {
  kind: DescribedKind
  numbers: z.infer<typeof Numbers>
}

function Described({ kind: { meaning, facts, measures, notes }, numbers }: DescribedProps) {
  const { t } = useTranslation()
  const localised = useLocalised()
  const holding = notes?.filter(({ key, is }) => numbers[key] === is)
  return (
    <>
      {holding?.map(({ key, text }) => (
        <Alert key={key} color="yellow" p="xs">
          {localised(text)}
        </Alert>
      ))}
      {meaning !== undefined && <Text size="sm">{localised(meaning)}</Text>}
      {facts !== undefined && (
        <dl className={classes['facts']}>
          {facts.map((fact) => (
            <Fact key={fact.key} name={localised(fact.name)}>
              {factText(fact, numbers) ?? t('analysis.measures.notMeasurable')}
            </Fact>
          ))}
        </dl>
      )}
      {measures !== undefined && (
        <MeasureGroups groups={measures} numbers={MeasuredNumbers.parse(numbers)} />
      )}
    </>
  )
}

const unitTexts: Readonly<Record<FactDescription['unit'], (value: number) => string>> = {
  share: percent,
  count: countText,
}

/** Null if it was not measurable; results of earlier versions may state no uncertainty. */
function factText(
  { key, uncertainty = '', unit }: FactDescription,
  numbers: DescribedProps['numbers'],
): string | null {
  const [value, deviation] = [numbers[key], numbers[uncertainty]]
  if (typeof value !== 'number') return null
  if (typeof deviation !== 'number') return unitTexts[unit](value)
  return valueText({ value, uncertainty: deviation, unit, reference: null }, reader())
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
