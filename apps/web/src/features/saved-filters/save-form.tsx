import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { FilterQuery } from '#contract/saved-filters'

import { dayOf } from '../../ui/day.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { useSaveFilter } from './api.ts'
import { movingBy, spanOf } from './moving-days.ts'

interface SaveFormProps {
  datasetId: number
  query: FilterQuery
  onClose: () => void
}

/** Saves the filters under a name. */
export function SaveForm({ datasetId, query, onClose }: SaveFormProps) {
  const { t } = useTranslation()
  const save = useSaveFilter(datasetId)
  const [name, setName] = useState('')
  const [span] = useState(() => spanOf(query, dayOf(new Date())))
  const [isMoving, setMoving] = useState(span !== undefined)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const kept = span !== undefined && isMoving ? movingBy(span, query) : query
    save.mutate({ params: { id: datasetId }, body: { name, query: kept } }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t('savedFilters.hint')}</Text>
        <TextInput
          label={t('savedFilters.name')}
          data-autofocus
          required
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {span !== undefined && (
          <Checkbox
            label={t('savedFilters.moving', { span: t(`common.${span.name}`) })}
            checked={isMoving}
            onChange={({ currentTarget }) => setMoving(currentTarget.checked)}
          />
        )}
      </Stack>
      <DialogButtons
        submit={t('common.save')}
        busy={save.isPending}
        disabled={name.trim() === ''}
        onCancel={onClose}
      />
    </form>
  )
}
