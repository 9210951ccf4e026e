import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Measure, MeasuredNumbers } from '#contract/analysis-numbers'
import type { MeasureDescription, MeasureGroupDescription } from '#contract/results/description'
import { writingIn } from '#report/language'
import { scaleLines } from '#report/zone-sentences'
import {
  isTold,
  type Measured,
  keyOf,
  percentileParts,
  placeOf,
  rangeEnds,
  sourceKeys,
  valueText,
} from '#report/measures'

import type { analysis } from '../../../i18n/en/analysis.ts'

import { reader } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useLocalised } from '../../../i18n/localised.ts'
import { useEditorContext } from '../editor-context.ts'
import { Regions } from './regions.tsx'
import classes from './results.module.css'

type Reason = keyof typeof analysis.measures.reasons

interface MeasuresProps {
  groups: readonly MeasureGroupDescription[]
  numbers: MeasuredNumbers
}

/** Every measure with its uncertainty, its reference range and the source of that range. */
export function Measures({ groups, numbers }: MeasuresProps) {
  const { t } = useTranslation()
  return (
    <>
      <ScaleNote numbers={numbers} />
      <MeasureGroups groups={groups} numbers={numbers} />
      <Regions numbers={numbers} />
      <Text size="xs" c="dimmed">
        {t('analysis.measures.uncertainty')}
      </Text>
      <Sources numbers={numbers} />
    </>
  )
}

function ScaleNote({ numbers }: Pick<MeasuresProps, 'numbers'>) {
  const { PatientDataButton, data } = useEditorContext()
  return (
    <Stack gap="xs" align="flex-start">
      {scaleLines(numbers, writingIn(currentLanguage(), 'UTC')).map((line) => (
        <Text key={line} size="xs">
          {line}
        </Text>
      ))}
      {numbers.scale === null && <PatientDataButton image={data.image} look="missing" />}
    </Stack>
  )
}

function MeasureGroups({ groups, numbers }: MeasuresProps) {
  const localised = useLocalised()
  const hasScale = numbers.scale !== null && numbers.micrometresPerPixel !== null
  return groups.map(({ title, measures }) => (
    <div key={title.en}>
      <h3>{localised(title)}</h3>
      <dl className={classes['facts']}>
        {measures.map((described) => (
          <MeasureRow
            key={described.key}
            described={described}
            measure={numbers.measures[keyOf(described, hasScale)]}
            numbers={numbers}
          />
        ))}
      </dl>
    </div>
  ))
}

interface MeasureRowProps {
  described: MeasureDescription
  measure: Measure | undefined
  numbers: MeasuredNumbers
}

function MeasureRow({ described, measure, numbers }: MeasureRowProps) {
  const { t } = useTranslation()
  const localised = useLocalised()
  if (!isTold(measure)) return null
  return (
    <div>
      <dt>{localised(described.name)}</dt>
      <dd>
        {'value' in measure ? valueText(measure, reader()) : t('analysis.measures.notMeasurable')}
      </dd>
      {described.long !== undefined && (
        <span className={classes['note']}>{localised(described.long)}</span>
      )}
      <span className={classes['note']}>
        {'value' in measure ? (
          <Reference measure={measure} numbers={numbers} />
        ) : (
          t(`analysis.measures.reasons.${measure.notMeasurable as Reason}`)
        )}
      </span>
    </div>
  )
}

interface ReferenceProps {
  measure: Measured
  numbers: MeasuredNumbers
}

function Reference({ measure, numbers }: ReferenceProps) {
  const { t } = useTranslation()
  const place = placeOf(measure, numbers)
  const { percentile } = measure
  const texts = [
    ...(place === null
      ? []
      : [
          `${t('analysis.measures.reference', rangeEnds(measure, reader()))} – ${t(`analysis.measures.${place}`)}`,
        ]),
    ...(percentile === undefined
      ? []
      : [t('analysis.measures.percentile', percentileParts(percentile, reader()))]),
  ]
  return texts.join('; ')
}

/** Sources of the displayed reference ranges. */
function Sources({ numbers: { measures, sources } }: Pick<MeasuresProps, 'numbers'>) {
  const { t } = useTranslation()
  const used = new Set(
    Object.values(measures).flatMap((measure) => ('value' in measure ? sourceKeys(measure) : [])),
  )
  if (used.size === 0) return null
  return (
    <ul className={classes['sources']}>
      <li>{t('analysis.measures.sources')}</li>
      {[...used].map((key) => (
        <li key={key}>{sources[key]?.citation ?? key}</li>
      ))}
    </ul>
  )
}
