import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { EmptyState } from '../../ui/empty-state.tsx'
import { IconArrowBackUp } from '../../ui/icons.ts'
import { InlineSelect } from '../../ui/inline-select.tsx'
import { LimitSelect } from '../../ui/limit-select.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { useQueryString } from '../../ui/search-parameters.ts'
import { undoList } from './api.ts'
import { undoFilterOf, undoTypes } from './undo-filter.ts'
import { UndoTable } from './undo-table.tsx'

export function UndoPage() {
  const { t } = useTranslation()
  const [parameters, change] = useQueryString()
  const filter = undoFilterOf(parameters)
  const query = useQuery(undoList(filter))
  const { data: items, error } = query
  const types = undoTypes.map((value) => ({ value, label: t(`undo.types.${value}`) }))
  return (
    <Page
      title={t('undo.title')}
      aside={items && t('undo.count', { count: items.length })}
      actions={
        <>
          <InlineSelect
            label={t('undo.instanceType')}
            data={types}
            value={filter.type}
            onChange={(type) => change({ type })}
          />
          <LimitSelect
            limit={filter.limit}
            onChange={(limit) => change({ limit: String(limit) })}
          />
          <RefreshButton query={query} />
          <Button variant="default" disabled title={t('undo.oneByOne')}>
            {t('undo.undoAll')}
          </Button>
          <Button variant="default" disabled title={t('undo.oneByOne')}>
            {t('undo.deleteAll')}
          </Button>
        </>
      }
    >
      <QueryFailed title={t('undo.listFailed')} query={query} />
      {items?.length === 0 && (
        <EmptyState icon={<IconArrowBackUp size={40} />} title={t('undo.empty')}>
          {t('undo.emptyHint')}
        </EmptyState>
      )}
      {items?.length !== 0 && error === null && <UndoTable items={items} />}
    </Page>
  )
}
