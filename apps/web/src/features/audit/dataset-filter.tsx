import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { datasetNames } from './api.ts'

interface DatasetFilterProps {
  value: number | undefined
  onChange: (id: string | null) => void
}

/** The dataset of entries, by name; a dataset that no longer exists by its number. */
export function DatasetFilter({ value, onChange }: DatasetFilterProps) {
  const { t } = useTranslation()
  const { data: datasets = [] } = useQuery(datasetNames)
  const options = datasets.map(({ id, name }) => ({ value: String(id), label: name }))
  const isKnown = value === undefined || datasets.some(({ id }) => id === value)
  return (
    <Select
      label={t('audit.dataset')}
      placeholder={t('audit.any')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      limit={100}
      data={isKnown ? options : [{ value: String(value), label: String(value) }, ...options]}
      value={value === undefined ? null : String(value)}
      onChange={onChange}
    />
  )
}
