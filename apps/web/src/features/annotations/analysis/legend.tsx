import { useTranslation } from 'react-i18next'

import type { AnalysisResult } from '#contract/analysis'

import classes from './legend.module.css'

/** How each mark of a picture looks, by the names of `legend.module.css`. */
const marks = {
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
} as const

/** What the marks of a result's picture mean: by colour, and by form for those who see none. */
export function Legend({ result }: { result: AnalysisResult }) {
  const { t } = useTranslation()
  const { kind } = result
  if (!(kind in marks)) return kind === 'lesions' ? <PartLegend parts={result.parts} /> : null
  return (
    <ul className={classes['legend']} aria-label={t('analysis.legend.title')}>
      {marks[kind as keyof typeof marks].map(([name, look]) => (
        <li key={name}>
          <span className={`${classes['mark']} ${classes[look]}`} aria-hidden />
          {t(`analysis.legend.${name}`)}
        </li>
      ))}
    </ul>
  )
}

/** The looks of the areas that an assistant found, in their order. */
const partLooks = ['yellow', 'cyan', 'white', 'purple'] as const

function PartLegend({ parts }: { parts: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes['legend']} aria-label={t('analysis.legend.title')}>
      {parts.map((part, i) => (
        <li key={part}>
          <span
            className={`${classes['mark']} ${classes[partLooks[i % partLooks.length] ?? 'yellow']}`}
            aria-hidden
          />
          {part.replaceAll('_', ' ')}
        </li>
      ))}
    </ul>
  )
}
