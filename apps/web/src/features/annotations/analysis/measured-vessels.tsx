import { useTranslation } from 'react-i18next'

import type { ZoneNumbers } from '#contract/analysis-numbers'

import { decimal, percent } from '../../../i18n/format.ts'
import classes from './results.module.css'

/** The measured vessels of zone B, by their numbers in the picture. */
export function MeasuredVessels({ vessels }: Pick<ZoneNumbers, 'vessels'>) {
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
