import { Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { addSender } from '#contract/pacs'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { datasetNames, useAddSender } from './api.ts'

/** Registers a station by AE title and address, and selects the dataset for its images. */
export function StationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const add = useAddSender()
  const { data: datasets = [] } = useQuery(datasetNames)
  const { fields, field } = useFields({ ae_title: '', address: '' })
  const [datasetId, setDatasetId] = useState<string | null>(null)
  const parsed = addSender.body.safeParse({
    ae_title: fields.ae_title,
    address: fields.address.trim(),
    dataset_id: Number(datasetId),
  })
  const faulty = new Set(parsed.error?.issues.map(({ path: [name] }) => name))
  const fault = (name: 'ae_title' | 'address') =>
    fields[name] !== '' && faulty.has(name) && t(`pacs.faults.${name}`)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (parsed.success) add.mutate({ body: parsed.data }, { onSuccess: onClose })
  }
  return (
    <Dialog opened title={t('pacs.addStation')} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t('pacs.stationTitle')}
            description={t('pacs.stationTitleHint')}
            withAsterisk
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            maxLength={16}
            error={fault('ae_title')}
            {...field('ae_title')}
          />
          <TextInput
            label={t('pacs.stationAddress')}
            description={t('pacs.stationAddressHint')}
            withAsterisk
            autoComplete="off"
            error={fault('address')}
            {...field('address')}
          />
          <Select
            label={t('pacs.dataset')}
            description={t('pacs.datasetHint')}
            withAsterisk
            searchable
            data={datasets.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={datasetId}
            onChange={setDatasetId}
          />
        </Stack>
        <DialogButtons
          submit={t('pacs.addStation')}
          busy={add.isPending}
          disabled={!parsed.success}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
