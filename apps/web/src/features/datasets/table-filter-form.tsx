import { Button, SegmentedControl, Select, Stack } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import type { DatasetField } from '#contract/fields/field'
import { referralStates } from '#contract/images'

import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { DayRange } from '../../ui/day-range.tsx'
import { FilterText } from '../../ui/filter-text.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { FollowLater } from '../../ui/later.tsx'
import { fieldOrders } from './field-orders.ts'
import { imageColumns } from './image-columns.ts'
import { type ImageQuery, orderOf } from './image-query.ts'
import { OpenCommentsFilter } from './open-comments-filter.tsx'
import { ReportStateSelect } from './report-state-select.tsx'
import type { TableParts } from './table-parts.ts'
import { type TableChanges, tableLimits, type TableQuery } from './table-query.ts'

const mainOrders = ['patientName', 'patientID', 'studyDateTime'] as const

interface TableFilterFormProps {
  table: TableQuery
  fields: readonly DatasetField[]
  FieldFiltersForm: TableParts['FieldFiltersForm']
  onChange: (changes: TableChanges) => void
  onSearch: () => unknown
}

export function TableFilterForm(props: TableFilterFormProps) {
  const { table, fields, FieldFiltersForm, onChange, onSearch } = props
  const { t } = useTranslation()
  const { query, limit } = table
  return (
    <Stack component="search" gap="sm" aria-label={t('datasets.filters')}>
      <Filters
        name={query.patientName__icontains}
        patientId={query.patientID__icontains}
        file={query.file_name__icontains}
        from={query.studyDate__gte}
        to={query.studyDate__lte}
        state={query.stateMICS}
        reportState={query.reportState}
        openComments={query.open_comments}
        ofFields={query.fields}
        fields={fields}
        FieldFiltersForm={FieldFiltersForm}
        onChange={onChange}
      />
      <FollowLater>
        <SortBy query={query} fields={fields} onChange={onChange} />
      </FollowLater>
      <Limit limit={limit} onChange={onChange} onSearch={onSearch} />
    </Stack>
  )
}

interface FiltersProps extends Pick<
  TableFilterFormProps,
  'fields' | 'FieldFiltersForm' | 'onChange'
> {
  name: ImageQuery['patientName__icontains']
  patientId: ImageQuery['patientID__icontains']
  file: ImageQuery['file_name__icontains']
  from: ImageQuery['studyDate__gte']
  to: ImageQuery['studyDate__lte']
  state: ImageQuery['stateMICS']
  reportState: ImageQuery['reportState']
  openComments: ImageQuery['open_comments']
  ofFields: ImageQuery['fields']
}

/** Another order of the table leaves them as they are. */
const Filters = memo(function Filters(props: FiltersProps) {
  const { name, patientId, file, from, to, state, reportState, openComments, ofFields } = props
  const { fields, FieldFiltersForm, onChange } = props
  const { t } = useTranslation()
  return (
    <>
      <FilterText
        label={t('table.patientName')}
        value={name ?? ''}
        onChange={(text) => onChange({ patientName__icontains: text || undefined })}
      />
      <FilterText
        label={t('table.patientID')}
        value={patientId ?? ''}
        onChange={(text) => onChange({ patientID__icontains: text || undefined })}
      />
      <FilterText
        label={t('table.fileName')}
        value={file ?? ''}
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
        value={state ?? null}
        onChange={(value) =>
          onChange({ stateMICS: referralStates.find((known) => known === value) })
        }
      />
      <ReportStateSelect value={reportState} onChange={(next) => onChange({ reportState: next })} />
      <FieldFiltersForm
        fields={fields}
        value={ofFields}
        onChange={(filters) => onChange({ fields: filters })}
      />
      <OpenCommentsFilter
        value={openComments}
        onChange={(open_comments) => onChange({ open_comments })}
      />
    </>
  )
})

interface LimitProps extends Pick<TableFilterFormProps, 'onChange' | 'onSearch'> {
  limit: number
}

const Limit = memo(function Limit({ limit, onChange, onSearch }: LimitProps) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('table.show')}
        data={tableLimits.map(String)}
        value={String(limit)}
        allowDeselect={false}
        onChange={(value) => onChange({ limit: value ?? String(limit) })}
      />
      <Button leftSection={<IconSearch size={16} />} onClick={() => void onSearch()}>
        {t('table.search')}
      </Button>
    </>
  )
})

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
