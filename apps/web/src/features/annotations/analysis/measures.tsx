import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Measure, MeasuredNumbers, ZoneNumbers } from '#contract/analysis-numbers'
import type { MeasureDescription, MeasureGroupDescription } from '#contract/results/description'
import { zones } from '#contract/results/zones'
import { writingIn } from '#report/language'
import { scaleLines } from '#report/limits'
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

import { decimal, percent, reader } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useLocalised } from '../../../i18n/localised.ts'
import { useEditorContext } from '../editor-context.ts'
import { Regions } from './regions.tsx'
import classes from './results.module.css'

type Reason = keyof typeof analysis.measures.reasons

/** Every measure with its uncertainty, its reference range and where that is from. */
export function Measures({ numbers }: { numbers: ZoneNumbers }) {
  const { t } = useTranslation()
  return (
    <>
      <ScaleNote numbers={numbers} />
      <MeasureGroups groups={zones.measures ?? []} numbers={numbers} />
      <Regions numbers={numbers} />
      <Vessels vessels={numbers.vessels} />
      <Text size="xs" c="dimmed">
        {t('analysis.measures.uncertainty')}
      </Text>
      <Sources numbers={numbers} />
    </>
  )
}

function ScaleNote({ numbers }: { numbers: ZoneNumbers }) {
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

interface MeasureGroupsProps {
  groups: readonly MeasureGroupDescription[]
  numbers: MeasuredNumbers
}

/** Measures group by group, each with its uncertainty and its reference range. */
export function MeasureGroups({ groups, numbers }: MeasureGroupsProps) {
  const localised = useLocalised()
  const hasScale = numbers.scale !== null && numbers.micrometresPerPixel !== null
  return groups.map(({ title, measures }) => (
    <div key={title.en}>
      <h3>{localised(title)}</h3>
      <dl className={classes['facts']}>
        {measures.map((described) => {
          const measure = numbers.measures[keyOf(described, hasScale)]
          return (
            <MeasureRow
              key={described.key}
              described={described}
              measure={measure}
              numbers={numbers}
            />
          )
        })}
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

function Vessels({ vessels }: Pick<ZoneNumbers, 'vessels'>) {
  const { t } = useTranslation()
  const inB = vessels.filter(({ zone }) => zone === 'B')
  if (inB.length === 0) return null
  return (
    <table className={classes['table']}>
      <caption>{t('analysis.measures.vessels')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('analysis.measures.number')}</th>
          <th scope="col">{t('analysis.measures.kind')}</th>
          <th scope="col">{t('analysis.measures.width')}</th>
        </tr>
      </thead>
      <tbody>
        {inB.map(({ number, kind, certainty, widthMicrometres, widthInDiscs }) => (
          <tr key={`${kind}${number}`}>
            <td>{number}</td>
            <td>
              {t(`analysis.measures.${kind}`)} ({percent(certainty)})
            </td>
            <td>
              {widthMicrometres === null
                ? `${decimal(widthInDiscs, 3)} DD`
                : `${decimal(widthMicrometres, 1)} µm`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The papers of the reference ranges that are shown. */
function Sources({ numbers: { measures, sources } }: { numbers: ZoneNumbers }) {
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
