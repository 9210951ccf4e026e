import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useTold } from '../../i18n/told.ts'
import classes from './image-table.module.css'

/** The outcome of the analysis, and whether a clinician has confirmed it. */
export function ReportStatus({ image }: { image: Image }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const { reportState: state, riskBand: band, review } = image
  const status = told(image.prediction_told) || t('table.report.notAnalysed')
  const found = state === 'toConfirm' || review !== null
  const grade = found && band !== null ? t(`table.band.${band}`) : null
  const standing =
    review === null
      ? state === 'toConfirm'
        ? t('table.report.toConfirm')
        : null
      : t(`table.reviewed.${review.decision}`, { name: review.by.name })
  return (
    <>
      <span className={classes['told']} title={status}>
        {grade === null ? status : `${status} · ${grade}`}
      </span>
      {standing !== null && <span className={classes['standing']}>{standing}</span>}
    </>
  )
}
