import { Group, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { datasetChoices, datasetOrders } from '#contract/datasets'

import { useServerInfo } from '../../api/viewer.ts'
import { FilterText } from '../../ui/filter-text.tsx'
import { ChoiceSelect } from '../../ui/choice-select.tsx'
import type { DatasetsQuery } from './datasets-query.ts'

interface DatasetsFilterProps {
  query: DatasetsQuery
  /** How many empty datasets of other people match. */
  othersEmpty: number
  /** Changes the address; undefined removes a part of it. */
  onChange: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Name, kind and order of the datasets to show. */
export function DatasetsFilter({ query, othersEmpty, onChange }: DatasetsFilterProps) {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const choices = info.login_enabled ? datasetChoices : (['all', 'filled'] as const)
  return (
    <Group component="search" mb="md" gap="md" align="end" aria-label={t('datasets.listFilter')}>
      <FilterText
        label={t('datasets.nameContains')}
        value={query.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <ChoiceSelect
        label={t('datasets.listShow')}
        data={choices.map((value) => ({ value, label: t(`datasets.listChoices.${value}`) }))}
        value={query.show ?? 'all'}
        onChange={(show) => onChange({ show: show === 'all' ? undefined : show })}
      />
      <ChoiceSelect
        label={t('datasets.listOrder')}
        data={datasetOrders.map((value) => ({ value, label: t(`datasets.listOrders.${value}`) }))}
        value={query.order ?? 'newest'}
        onChange={(order) => onChange({ order: order === 'newest' ? undefined : order })}
      />
      {othersEmpty > 0 && (
        <Switch
          mb={8}
          label={t('datasets.othersEmpty', { count: othersEmpty })}
          checked={query.othersEmpty === 'true'}
          onChange={({ currentTarget }) =>
            onChange({ othersEmpty: currentTarget.checked ? 'true' : undefined })
          }
        />
      )}
    </Group>
  )
}
