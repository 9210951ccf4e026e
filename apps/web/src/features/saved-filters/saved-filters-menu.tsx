import { Button, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { FilterQuery } from '#contract/saved-filters'

import { dayOf } from '../../ui/day.ts'
import { useShowDialog } from '../../ui/dialogs.tsx'
import {
  IconBookmark,
  IconBookmarkPlus,
  IconCheck,
  IconChevronDown,
  IconEdit,
} from '../../ui/icons.ts'
import { savedFilters } from './api.ts'
import { FilterList } from './filter-list.tsx'
import { onDay } from './moving-days.ts'
import { isSameQuery } from './same-query.ts'
import { SaveForm } from './save-form.tsx'

interface SavedFiltersMenuProps {
  datasetId: number
  /** Filters and order of the list now. */
  query: FilterQuery
  onUse: (query: FilterQuery) => void
}

/** The user's own filters of a dataset's list, to use, save, rename and delete. */
export function SavedFiltersMenu({ datasetId, query, onUse }: SavedFiltersMenuProps) {
  const { t } = useTranslation()
  const show = useShowDialog()
  const { data: saved = [], error } = useQuery(savedFilters(datasetId))
  const [today] = useState(() => dayOf(new Date()))
  const used = saved.find((filter) => isSameQuery(onDay(filter.query, today), query))
  const askForName = () => {
    const close = show({
      title: t('savedFilters.saveTitle'),
      children: <SaveForm datasetId={datasetId} query={query} onClose={() => close()} />,
    })
  }
  const manage = () =>
    show({
      title: t('savedFilters.manageTitle'),
      children: <FilterList datasetId={datasetId} />,
    })
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <Button
          variant="default"
          fullWidth
          justify="space-between"
          leftSection={<IconBookmark size={16} />}
          rightSection={<IconChevronDown size={16} />}
        >
          {used?.name ?? t('savedFilters.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw="14rem">
        <Menu.Label>{t('savedFilters.title')}</Menu.Label>
        {saved.length === 0 && (
          <Text size="sm" c="dimmed" px="sm" pb="xs">
            {t(error === null ? 'savedFilters.none' : 'savedFilters.loadFailed')}
          </Text>
        )}
        {saved.map((filter) => (
          <Menu.Item
            key={filter.id}
            rightSection={filter === used && <IconCheck size={16} />}
            onClick={() => onUse(onDay(filter.query, today))}
          >
            {filter.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconBookmarkPlus size={16} />} onClick={askForName}>
          {t('savedFilters.save')}
        </Menu.Item>
        {saved.length > 0 && (
          <Menu.Item leftSection={<IconEdit size={16} />} onClick={manage}>
            {t('savedFilters.manage')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
