import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Measure, ZoneNumbers } from '#contract/analysis-numbers'
import { valueText } from '#report/measures'

import type { analysis } from '../../../i18n/en/analysis.ts'

import { reader } from '../../../i18n/format.ts'
import classes from './results.module.css'

type Reason = keyof typeof analysis.measures.reasons
type RegionName = keyof typeof analysis.regions.names

const columns = {
  density: { inMicrometres: 'vesselDensity', inDiscs: 'vesselDensity' },
  arterioles: { inMicrometres: 'arteriolarCalibre', inDiscs: 'arteriolarCalibreInDiscs' },
  venules: { inMicrometres: 'venularCalibre', inDiscs: 'venularCalibreInDiscs' },
} as const
const columnNames = ['density', 'arterioles', 'venules'] as const

/** Density and mean calibres of each field of the ETDRS grid and quadrant around the disc. */
export function Regions({ numbers }: { numbers: ZoneNumbers }) {
  const { t } = useTranslation()
  const { regions, micrometresPerPixel } = numbers
  if (regions.length === 0) return null
  const unit = micrometresPerPixel === null ? 'inDiscs' : 'inMicrometres'
  return (
    <details className={classes['details']}>
      <summary>{t('analysis.regions.title')}</summary>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('analysis.regions.region')}</th>
            {columnNames.map((name) => (
              <th key={name} scope="col">
                {t(`analysis.regions.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {regions.map(({ region, measures }) => (
            <tr key={region}>
              <th scope="row">{t(`analysis.regions.names.${region as RegionName}`)}</th>
              {columnNames.map((name) => (
                <Cell key={name} measure={measures[columns[name][unit]]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Cell({ measure }: { measure: Measure | undefined }) {
  const { t } = useTranslation()
  if (measure === undefined) return null
  if ('value' in measure) return <td>{valueText(measure, reader())}</td>
  const reason = t(`analysis.measures.reasons.${measure.notMeasurable as Reason}`)
  return (
    <td title={reason}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{reason}</VisuallyHidden>
    </td>
  )
}
