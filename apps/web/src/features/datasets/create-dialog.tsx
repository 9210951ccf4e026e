import { Stack, TagsInput, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { DatasetName } from '#contract/datasets'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useCreateDataset } from './api.ts'

interface CreateDialogProps {
  /** Names to suggest; other names become new categories. */
  categoryNames: string[]
  onClose: () => void
}

export function CreateDialog({ categoryNames, onClose }: CreateDialogProps) {
  const { t } = useTranslation()
  const create = useCreateDataset()
  const { fields, field } = useFields({ name: '' })
  const [categories, setCategories] = useState<string[]>([])
  const [tried, setTried] = useState(false)
  const name = fields.name.trim()
  const valid = DatasetName.safeParse(name).success
  const error = () => {
    if (valid) return false
    if (name === '') return tried && t('datasets.nameRequired')
    return t('datasets.nameInvalid')
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (valid) create.mutate({ body: { name, categories } }, { onSuccess: onClose })
  }
  return (
    <Dialog opened title={t('datasets.create')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t('datasets.name')}
            withAsterisk
            required
            data-autofocus
            maxLength={100}
            error={error()}
            {...field('name')}
          />
          <TagsInput
            label={t('datasets.defaultCategories')}
            description={t('datasets.categoriesHint')}
            data={categoryNames}
            value={categories}
            acceptValueOnBlur
            onChange={setCategories}
          />
          <TextInput label={t('datasets.folder')} value={`/datasets/${name}/`} disabled readOnly />
        </Stack>
        <DialogButtons submit={t('datasets.create')} busy={create.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
