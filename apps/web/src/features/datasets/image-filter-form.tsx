import { Button, Checkbox, MultiSelect, SegmentedControl, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { ImageOrder, ImageOrderKey } from '#contract/image-filters'

import { FilterText } from '../../ui/filter-text.tsx'
import {
  annotatedToggles,
  annotatedValue,
  type ImageQuery,
  isFiltered,
  noFilters,
} from './image-query.ts'
import { ReportStateSelect } from './report-state-select.tsx'

interface ImageFilterFormProps {
  query: ImageQuery
  categories: readonly { id: number; name: string }[]
  /** Undefined takes a filter away. */
  onChange: (changes: { [Name in keyof ImageQuery]?: ImageQuery[Name] | undefined }) => void
}

export function ImageFilterForm({ query, categories, onChange }: ImageFilterFormProps) {
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
      <OrderSelect order={query.order} onChange={(order) => onChange({ order })} />
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
  order: ImageOrder
  onChange: (order: ImageOrder) => void
}

function OrderSelect({ order, onChange }: OrderSelectProps) {
  const { t } = useTranslation()
  const descending = order.startsWith('-')
  const field = order.replace('-', '') as ImageOrderKey
  const fields = (['id', 'file_name', 'path'] as const).map((value) => ({
    value,
    label: t(`datasets.orders.${value}`),
  }))
  return (
    <Stack gap={6}>
      <Select
        label={t('datasets.order')}
        data={fields}
        value={field}
        allowDeselect={false}
        onChange={(value) => onChange(`${descending ? '-' : ''}${value ?? field}`)}
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
        onChange={(sign) => onChange(`${sign}${field}`)}
      />
    </Stack>
  )
}
