import { useTranslation } from 'react-i18next'

import type { AnalysisResult } from '#contract/analysis'

import classes from './legend.module.css'
import { useAreaName } from './use-area-name.ts'

/** How each mark of a picture looks, by the names of `legend.module.css`. */
const marks = {
  quality: [['field', 'field']],
  vessels: [['vessels', 'vessel']],
  optic_disc: [
    ['disc', 'disc'],
    ['fovea', 'fovea'],
  ],
  arteries_veins: [
    ['arteriole', 'arteriole'],
    ['venule', 'venule'],
  ],
  uncertainty: [['uncertain', 'uncertain']],
  zones: [
    ['zoneB', 'zoneB'],
    ['zoneC', 'zoneC'],
    ['measuredArteriole', 'arterioleMark'],
    ['measuredVenule', 'venuleMark'],
  ],
  risk: [
    ['zoneB', 'zoneB'],
    ['measuredArteriole', 'arterioleMark'],
    ['measuredVenule', 'venuleMark'],
  ],
} as const
type Mark = (typeof marks)[keyof typeof marks][number]

interface LegendProps {
  result: AnalysisResult
  /** The results of the same analysis: the report's picture shows several of them. */
  others: readonly AnalysisResult[]
}

/** What the marks of a result's picture mean: by colour, and by form for those who see none. */
export function Legend({ result, others }: LegendProps) {
  const { t } = useTranslation()
  const { kind } = result
  if (kind === 'lesions') return <PartLegend parts={result.parts} />
  const kinds = kind === 'report' ? overviewOf(others) : [kind]
  return (
    <ul className={classes['legend']} aria-label={t('analysis.legend.title')}>
      {kinds
        .flatMap((each): readonly Mark[] => marks[each])
        .map(([name, look]) => (
          <li key={name}>
            <span className={`${classes['mark']} ${classes[look]}`} aria-hidden />
            {t(`analysis.legend.${name}`)}
          </li>
        ))}
    </ul>
  )
}

/** The kinds that lie on one another in the picture of a report. */
function overviewOf(results: readonly AnalysisResult[]) {
  const pictured = new Set(results.filter((each) => each.has_picture).map(({ kind }) => kind))
  const vessels = pictured.has('arteries_veins') ? 'arteries_veins' : 'vessels'
  return ([vessels, 'optic_disc', 'zones'] as const).filter((kind) => pictured.has(kind))
}

/** The looks of the areas that an assistant found, in their order. */
const partLooks = ['yellow', 'cyan', 'white', 'purple'] as const

function PartLegend({ parts }: { parts: readonly string[] }) {
  const { t } = useTranslation()
  const nameOf = useAreaName()
  return (
    <ul className={classes['legend']} aria-label={t('analysis.legend.title')}>
      {parts.map((part, i) => (
        <li key={part}>
          <span
            className={`${classes['mark']} ${classes[partLooks[i % partLooks.length] ?? 'yellow']}`}
            aria-hidden
          />
          {nameOf(part)}
        </li>
      ))}
    </ul>
  )
}
