import { Button, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { type ActionName, auditActions } from '#contract/audit-actions'
import { auditObjects } from '#contract/audit-objects'

import { currentLanguage } from '../../i18n/i18n.ts'
import { FilterText } from '../../ui/filter-text.tsx'
import { LongSelect } from '../../ui/long-select.tsx'
import { type AuditFilter, noFilter } from './audit-filter.ts'
import classes from './audit-filter-form.module.css'
import { DatasetFilter } from './dataset-filter.tsx'
import { MomentFilter } from './moment-filter.tsx'
import { UserFilter } from './user-filter.tsx'

interface AuditFilterFormProps {
  filter: AuditFilter
  /** Undefined removes a filter. */
  onChange: (changes: Readonly<Record<string, string | undefined>>) => void
}

export function AuditFilterForm({ filter, onChange }: AuditFilterFormProps) {
  const { t } = useTranslation()
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('common.clear') } }
  const outcomes = [
    { value: 'false', label: t('audit.succeeded') },
    { value: 'true', label: t('audit.refused') },
  ]
  return (
    <search className={classes['filters']} aria-label={t('audit.filters')}>
      <UserFilter
        value={filter.username ?? ''}
        onChange={(username) => onChange({ username: username || undefined })}
      />
      <LongSelect
        {...clear}
        label={t('audit.action')}
        placeholder={t('audit.any')}
        data={optionsOf(auditActions)}
        value={filter.action ?? null}
        onChange={(action) => onChange({ action: action ?? undefined })}
      />
      <Select
        {...clear}
        label={t('audit.objectType')}
        placeholder={t('audit.any')}
        data={optionsOf(auditObjects)}
        value={filter.object_type ?? null}
        onChange={(type) => onChange({ object_type: type ?? undefined })}
      />
      <FilterText
        label={t('audit.objectId')}
        value={String(filter.object_id ?? '')}
        onChange={(id) => onChange({ object_id: id || undefined })}
      />
      <DatasetFilter
        value={filter.dataset_id}
        onChange={(id) => onChange({ dataset_id: id ?? undefined })}
      />
      <MomentFilter
        label={t('audit.from')}
        timeLabel={t('audit.fromTime')}
        value={filter.from ?? ''}
        onChange={(from) => onChange({ from: from || undefined })}
      />
      <MomentFilter
        label={t('audit.to')}
        timeLabel={t('audit.toTime')}
        value={filter.to ?? ''}
        onChange={(to) => onChange({ to: to || undefined })}
      />
      <Select
        {...clear}
        label={t('audit.outcome')}
        placeholder={t('audit.any')}
        data={outcomes}
        value={filter.refused ?? null}
        onChange={(refused) => onChange({ refused: refused ?? undefined })}
      />
      <Button
        variant="default"
        disabled={Object.keys(filter).length === 0}
        onClick={() => onChange(noFilter)}
      >
        {t('audit.clearFilters')}
      </Button>
    </search>
  )
}

/** Options in the reader's language and order. */
function optionsOf(names: ReadonlyMap<string, ActionName>) {
  return [...names]
    .map(([value, name]) => ({ value, label: name[currentLanguage()] }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}
