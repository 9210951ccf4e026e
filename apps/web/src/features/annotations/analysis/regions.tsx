import { Text, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Measure, MeasuredNumbers } from '#contract/analysis-numbers'
import { numberTexts } from '#report/measures'

import type { analysis } from '../../../i18n/en/analysis.ts'

import { reader } from '../../../i18n/format.ts'
import classes from './results.module.css'

type Reason = keyof typeof analysis.measures.reasons
type RegionName = keyof typeof analysis.regions.names

const columns = {
  µm: ['vesselDensity', 'arteriolarCalibre', 'venularCalibre'],
  DD: ['vesselDensity', 'arteriolarCalibreInDiscs', 'venularCalibreInDiscs'],
} as const

/** Density and mean widths for each field of the ETDRS grid and each quadrant around the disc. */
export function Regions({ numbers }: { numbers: MeasuredNumbers }) {
  const { t } = useTranslation()
  const { regions, micrometresPerPixel } = numbers
  if (regions.length === 0) return null
  const unit = micrometresPerPixel === null ? 'DD' : 'µm'
  return (
    <details className={classes['details']}>
      <summary>{t('analysis.regions.title')}</summary>
      {(['etdrs', 'disc'] as const).map((group) => (
        <table key={group} className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t(`analysis.regions.${group}`)}</th>
              <th scope="col">{t('analysis.regions.density')}</th>
              <th scope="col">{t('analysis.regions.arterioles', { unit })}</th>
              <th scope="col">{t('analysis.regions.venules', { unit })}</th>
            </tr>
          </thead>
          <tbody>
            {regions
              .filter(({ region }) => region.startsWith(group))
              .map(({ region, measures }) => (
                <tr key={region}>
                  <th scope="row">{t(`analysis.regions.names.${region as RegionName}`)}</th>
                  {columns[unit].map((name) => (
                    <Cell key={name} measure={measures[name]} />
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      ))}
      <Text size="xs" c="dimmed">
        {t('analysis.regions.widths')}
      </Text>
    </details>
  )
}

function Cell({ measure }: { measure: Measure | undefined }) {
  const { t } = useTranslation()
  if (measure === undefined) return null
  if ('value' in measure) {
    const { value, uncertainty } = numberTexts(measure, reader())
    return (
      <td>
        {value} <span className={classes['uncertainty']}>± {uncertainty}</span>
      </td>
    )
  }
  const reason = t(`analysis.measures.reasons.${measure.notMeasurable as Reason}`)
  return (
    <td title={reason}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{reason}</VisuallyHidden>
    </td>
  )
}
