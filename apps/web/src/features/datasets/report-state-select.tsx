import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { type ReportState, reportStates } from '#contract/images'

interface ReportStateSelectProps {
  value: ReportState | undefined
  onChange: (value: ReportState | undefined) => void
}

/** Filters a list by the state of the AI report. */
export function ReportStateSelect({ value, onChange }: ReportStateSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('table.columns.prediction_status')}
      placeholder={t('table.anyState')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      data={reportStates.map((state) => ({ value: state, label: t(`table.report.${state}`) }))}
      value={value ?? null}
      onChange={(chosen) => onChange(reportStates.find((state) => state === chosen))}
    />
  )
}
