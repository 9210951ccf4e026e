import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { SavedFilter } from '#contract/saved-filters'

import { IconCheck, IconTrash } from '../../ui/icons.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { savedFilters, useDeleteSavedFilter, useRenameSavedFilter } from './api.ts'

/** The user's saved filters, each with its name to change and a button to delete it. */
export function FilterList({ datasetId }: { datasetId: number }) {
  const { t } = useTranslation()
  const { data: saved = [] } = useQuery(savedFilters(datasetId))
  return (
    <Stack gap="xs">
      {saved.length === 0 && <Text size="sm">{t('savedFilters.none')}</Text>}
      {saved.map((filter) => (
        <FilterRow key={filter.id} datasetId={datasetId} filter={filter} />
      ))}
    </Stack>
  )
}

function FilterRow({ datasetId, filter }: { datasetId: number; filter: SavedFilter }) {
  const { t } = useTranslation()
  const rename = useRenameSavedFilter(datasetId)
  const remove = useDeleteSavedFilter(datasetId, filter.name)
  const [name, setName] = useState(filter.name)
  const params = { id: datasetId, filter: filter.id }
  const isChanged = name.trim() !== '' && name.trim() !== filter.name
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault()
    if (isChanged) rename.mutate({ params, body: { name } })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={t('savedFilters.nameOf', { name: filter.name })}
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {isChanged && (
          <RowButton
            label={t('savedFilters.rename', { name: filter.name })}
            busy={rename.isPending}
            onClick={() => submit()}
          >
            <IconCheck size={18} />
          </RowButton>
        )}
        <RowButton
          label={t('savedFilters.deleteOf', { name: filter.name })}
          busy={remove.isPending}
          onClick={() => remove.mutate({ params })}
        >
          <IconTrash size={18} />
        </RowButton>
      </Group>
    </form>
  )
}
