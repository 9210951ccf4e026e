import { Button, Checkbox, MultiSelect, SegmentedControl, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { DatasetField } from '#contract/fields/field'
import type { ImageOrder } from '#contract/image-filters'

import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { FilterText } from '../../ui/filter-text.tsx'
import type { DatasetParts } from './dataset-parts.ts'
import {
  annotatedToggles,
  annotatedValue,
  type ImageQuery,
  isFiltered,
  noFilters,
  orderOf,
} from './image-query.ts'
import { fieldOrders } from './field-orders.ts'
import { OpenCommentsFilter } from './open-comments-filter.tsx'
import { ReportStateSelect } from './report-state-select.tsx'

interface ImageFilterFormProps {
  query: ImageQuery
  categories: readonly { id: number; name: string }[]
  fields: readonly DatasetField[]
  FieldFiltersForm: DatasetParts['FieldFiltersForm']
  /** Undefined removes a filter. */
  onChange: (changes: { [Name in keyof ImageQuery]?: ImageQuery[Name] | undefined }) => void
}

export function ImageFilterForm(props: ImageFilterFormProps) {
  const { query, categories, fields, FieldFiltersForm, onChange } = props
  const { t } = useTranslation()
  const toggles = annotatedToggles(query.annotated)
  return (
    <Stack component="search" gap="sm" aria-label={t('datasets.filters')}>
      <FilterText
        label={t('datasets.fileName')}
        value={query.file_name__icontains ?? ''}
        onChange={(text) => onChange({ file_name__icontains: text || undefined })}
      />
      <FilterText
        label={t('datasets.patientName')}
        value={query.patientName__icontains ?? ''}
        onChange={(text) => onChange({ patientName__icontains: text || undefined })}
      />
      <OrderSelect query={query} fields={fields} onChange={(order) => onChange({ order })} />
      <MultiSelect
        label={t('datasets.categoryFilter')}
        placeholder={query.category_ids__in === undefined ? t('datasets.anyCategory') : ''}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={query.category_ids__in?.split(',') ?? []}
        onChange={(ids) => onChange({ category_ids__in: ids.join(',') || undefined })}
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
      <Stack gap={6}>
        <Checkbox
          label={t('datasets.annotatedFilter')}
          checked={toggles.annotated}
          onChange={(event) =>
            onChange({
              annotated: annotatedValue(event.currentTarget.checked, toggles.notAnnotated),
            })
          }
        />
        <Checkbox
          label={t('datasets.notAnnotatedFilter')}
          checked={toggles.notAnnotated}
          onChange={(event) =>
            onChange({ annotated: annotatedValue(toggles.annotated, event.currentTarget.checked) })
          }
        />
        <OpenCommentsFilter
          value={query.open_comments}
          onChange={(open_comments) => onChange({ open_comments })}
        />
      </Stack>
      <Button
        variant="default"
        size="xs"
        disabled={!isFiltered(query)}
        onClick={() => onChange(noFilters)}
      >
        {t('datasets.clearFilters')}
      </Button>
    </Stack>
  )
}

interface OrderSelectProps {
  query: ImageQuery
  fields: readonly DatasetField[]
  onChange: (order: ImageOrder) => void
}

function OrderSelect({ query, fields, onChange }: OrderSelectProps) {
  const { t } = useTranslation()
  const descending = query.order.startsWith('-')
  const { key } = orderOf(query)
  const keys = [
    ...(['id', 'file_name', 'path'] as const).map((value) => ({
      value,
      label: t(`datasets.orders.${value}`),
    })),
    ...fieldOrders(fields),
  ]
  return (
    <Stack gap={6}>
      <ChoiceSelect
        label={t('datasets.order')}
        data={keys}
        value={key}
        onChange={(value) => onChange(`${descending ? '-' : ''}${value}`)}
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('datasets.order')}
        data={[
          { value: '', label: t('datasets.ascending') },
          { value: '-', label: t('datasets.descending') },
        ]}
        value={descending ? '-' : ''}
        onChange={(sign) => onChange(`${sign}${key}`)}
      />
    </Stack>
  )
}
