import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useTold } from '../../i18n/told.ts'
import classes from './image-table.module.css'

/** The outcome of the analysis with its risk grade, and whether a clinician has confirmed it. */
export function ReportStatus({ image }: { image: Image }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const { reportState: state, riskBand: band, review } = image
  const status = told(image.prediction_told) || t('table.report.notAnalysed')
  const found = state === 'toConfirm' || review !== null
  const grade = found && band !== null ? t(`table.band.${band}`) : ''
  const standing =
    review === null
      ? state === 'toConfirm'
        ? t('table.toConfirm')
        : ''
      : t(`table.reviewed.${review.decision}`, { name: review.by.name })
  const [first = '', ...others] = [grade, status, standing].filter((part) => part !== '')
  const second = others.join(' · ')
  return (
    <div title={[first, ...others].join(' · ')}>
      <div className={classes['clamped']}>{first}</div>
      {second !== '' && <div className={classes['second']}>{second}</div>}
    </div>
  )
}
