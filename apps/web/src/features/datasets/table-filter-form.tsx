import { Button, SegmentedControl, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { DatasetField } from '#contract/fields/field'
import { referralStates } from '#contract/images'

import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { DayRange } from '../../ui/day-range.tsx'
import { FilterText } from '../../ui/filter-text.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { fieldOrders } from './field-orders.ts'
import { imageColumns } from './image-columns.ts'
import { type ImageQuery, orderOf } from './image-query.ts'
import { ReportStateSelect } from './report-state-select.tsx'
import type { TableParts } from './table-parts.ts'
import { type TableChanges, tableLimits, type TableQuery } from './table-query.ts'

const mainOrders = ['patientName', 'patientID', 'studyDateTime'] as const

interface TableFilterFormProps {
  table: TableQuery
  fields: readonly DatasetField[]
  FieldFiltersForm: TableParts['FieldFiltersForm']
  onChange: (changes: TableChanges) => void
  onSearch: () => void
}

export function TableFilterForm(props: TableFilterFormProps) {
  const { table, fields, FieldFiltersForm, onChange, onSearch } = props
  const { t } = useTranslation()
  const { query, limit } = table
  const { studyDate__gte: from, studyDate__lte: to } = query
  return (
    <Stack component="search" gap="sm" aria-label={t('datasets.filters')}>
      <FilterText
        label={t('table.patientName')}
        value={query.patientName__icontains ?? ''}
        onChange={(text) => onChange({ patientName__icontains: text || undefined })}
      />
      <FilterText
        label={t('table.patientID')}
        value={query.patientID__icontains ?? ''}
        onChange={(text) => onChange({ patientID__icontains: text || undefined })}
      />
      <FilterText
        label={t('table.fileName')}
        value={query.file_name__icontains ?? ''}
        onChange={(text) => onChange({ file_name__icontains: text || undefined })}
      />
      <DayRange
        label={t('table.studyDays')}
        placeholder={t('table.anyDay')}
        clearLabel={t('table.allDays')}
        value={from === undefined || to === undefined ? null : [from, to]}
        onChange={(days) => onChange({ studyDate__gte: days?.[0], studyDate__lte: days?.[1] })}
      />
      <Select
        label={t('table.state')}
        placeholder={t('table.anyState')}
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        data={referralStates.map((value) => ({ value, label: t(`table.referral.${value}`) }))}
        value={query.stateMICS ?? null}
        onChange={(value) =>
          onChange({ stateMICS: referralStates.find((state) => state === value) })
        }
      />
      <ReportStateSelect
        value={query.reportState}
        onChange={(reportState) => onChange({ reportState })}
      />
      <FieldFiltersForm
        fields={fields}
        value={query.fields}
        onChange={(filters) => onChange({ fields: filters })}
      />
      <SortBy query={query} fields={fields} onChange={onChange} />
      <Select
        label={t('table.show')}
        data={tableLimits.map(String)}
        value={String(limit)}
        allowDeselect={false}
        onChange={(value) => onChange({ limit: value ?? String(limit) })}
      />
      <Button leftSection={<IconSearch size={16} />} onClick={onSearch}>
        {t('table.search')}
      </Button>
    </Stack>
  )
}

/** The three main orders, and the column that the user sorts by. */
function SortBy({
  query,
  fields,
  onChange,
}: Pick<TableFilterFormProps, 'fields' | 'onChange'> & { query: ImageQuery }) {
  const { t } = useTranslation()
  const { key, isAscending } = orderOf(query)
  const column = imageColumns.find((known) => known === key)
  const isMain = mainOrders.some((known) => known === key)
  const choices = [
    ...mainOrders.map((value) => ({ value, label: t(`table.orders.${value}`) })),
    ...(column === undefined || isMain
      ? []
      : [{ value: column, label: t(`table.columns.${column}`) }]),
    ...fieldOrders(fields),
  ]
  return (
    <Stack gap={6}>
      <ChoiceSelect
        label={t('table.sortBy')}
        data={choices}
        value={key}
        onChange={(order) => onChange({ order })}
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('table.sortBy')}
        data={[
          { value: 'true', label: t('datasets.ascending') },
          { value: 'false', label: t('datasets.descending') },
        ]}
        value={isAscending ? 'true' : 'false'}
        onChange={(ascending) => onChange({ order: key, ascending })}
      />
    </Stack>
  )
}
