import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Measure, ZoneNumbers } from '#contract/analysis-numbers'
import type { analysis } from '../../../i18n/en/analysis.ts'

import { decimal, percent } from '../../../i18n/format.ts'
import classes from './results.module.css'

type MeasureName = keyof Omit<typeof analysis.measures, 'long' | 'reasons'>
type Reason = keyof typeof analysis.measures.reasons

/** What is shown, group by group; calibres in micrometres where there is a scale. */
const groups = [
  {
    title: 'calibres',
    names: ['crae', 'crve', 'avr'],
    inDiscs: ['craeInDiscs', 'crveInDiscs', 'avr'],
  },
  {
    title: 'calibresC',
    names: ['craeZoneC', 'crveZoneC', 'avrZoneC'],
    inDiscs: ['craeZoneCInDiscs', 'crveZoneCInDiscs', 'avrZoneC'],
  },
  {
    title: 'whole',
    names: ['vesselDensity', 'fractalDimension', 'discFoveaDistance', 'branchings'],
  },
  {
    title: 'shape',
    names: [
      'arteriolarTortuosity',
      'venularTortuosity',
      'arteriolarCurvature',
      'venularCurvature',
      'arteriolarBranchingCoefficient',
      'venularBranchingCoefficient',
      'arteriolarBranchingAngle',
      'venularBranchingAngle',
    ],
  },
] as const

/** Every measure with its uncertainty, its reference range and where that is from. */
export function Measures({ numbers }: { numbers: ZoneNumbers }) {
  const { t } = useTranslation()
  const { scale, measures } = numbers
  const hasScale = scale !== null && numbers.micrometresPerPixel !== null
  return (
    <>
      <ScaleNote numbers={numbers} />
      {groups.map((group) => {
        const names = !hasScale && 'inDiscs' in group ? group.inDiscs : group.names
        return (
          <div key={group.title}>
            <h3>{t(`analysis.measures.${group.title}`)}</h3>
            <dl className={classes['facts']}>
              {names.map((name) => (
                <MeasureRow
                  key={name}
                  name={name}
                  measure={measures[name]}
                  isComparable={scale?.kind === 'stated'}
                />
              ))}
            </dl>
          </div>
        )
      })}
      <Vessels vessels={numbers.vessels} />
      <Text size="xs" c="dimmed">
        {t('analysis.measures.uncertainty')}
      </Text>
      <Sources numbers={numbers} />
    </>
  )
}

function ScaleNote({ numbers: { scale, micrometresPerPixel } }: { numbers: ZoneNumbers }) {
  const { t } = useTranslation()
  if (scale === null || micrometresPerPixel === null) return null
  return (
    <Text size="xs">
      {scale.kind === 'stated'
        ? t('analysis.measures.stated', { micrometres: decimal(scale.micrometresPerPixel, 2) })
        : t('analysis.measures.assumed', { micrometres: decimal(scale.discMicrometres, 0) })}
    </Text>
  )
}

/** Those of zone C are called like those of zone B, under the heading of their zone. */
function labelOf(name: string): MeasureName {
  return name.replace('ZoneC', '') as MeasureName
}

interface MeasureRowProps {
  name: string
  measure: Measure | undefined
  /** Whether a value can be held against the range of other people. */
  isComparable: boolean
}

function MeasureRow({ name, measure, isComparable }: MeasureRowProps) {
  const { t } = useTranslation()
  if (measure === undefined) return null
  const label = labelOf(name)
  return (
    <div>
      <dt>{t(`analysis.measures.${label}`)}</dt>
      <dd>{'value' in measure ? valueText(measure) : t('analysis.measures.notMeasurable')}</dd>
      {name in longNames && (
        <span className={classes['note']}>{t(`analysis.measures.long.${name as LongName}`)}</span>
      )}
      <span className={classes['note']}>
        {'value' in measure ? (
          <Reference measure={measure} isComparable={isComparable} />
        ) : (
          t(`analysis.measures.reasons.${measure.notMeasurable as Reason}`)
        )}
      </span>
    </div>
  )
}

type Measured = Extract<Measure, { value: number }>

function valueText({ value, uncertainty, unit }: Measured): string {
  const digits = digitsFor(unit, value)
  return withUnit(`${inUnit(value, unit, digits)} ± ${inUnit(uncertainty, unit, digits)}`, unit)
}

function Reference({ measure, isComparable }: { measure: Measured; isComparable: boolean }) {
  const { t } = useTranslation()
  const { value, unit, reference } = measure
  if (reference === null) return null
  const digits = digitsFor(unit, value)
  const range = t('analysis.measures.reference', {
    low: inUnit(reference.low, unit, digits),
    high: inUnit(reference.high, unit, digits),
  })
  const isOutside = value < reference.low || value > reference.high
  const verdict = t(isOutside ? 'analysis.measures.outside' : 'analysis.measures.inside')
  return isComparable ? `${range} – ${verdict}` : range
}

const longNames = { crae: true, crve: true, avr: true } as const
type LongName = keyof typeof longNames

function digitsFor(unit: string, value: number): number {
  if (unit === 'count') return 0
  if (unit === 'µm' || unit === 'degrees') return 1
  return Math.abs(value) < 0.1 ? 4 : 3
}

function inUnit(value: number, unit: string, digits: number): string {
  return unit === 'share' ? percent(value) : decimal(value, digits)
}

function withUnit(text: string, unit: string): string {
  if (unit === 'degrees') return `${text}°`
  return unit === 'µm' || unit === 'DD' || unit === '1/DD' ? `${text} ${unit}` : text
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
    Object.values(measures).flatMap((measure) =>
      'value' in measure && measure.reference !== null ? [measure.reference.source] : [],
    ),
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
