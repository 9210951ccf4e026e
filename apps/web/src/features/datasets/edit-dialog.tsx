import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'

import { Dialog } from '../../ui/dialog.tsx'
import { DatasetForm } from './dataset-form.tsx'

interface EditDialogProps {
  dataset: Dataset
  categories: readonly { id: number; name: string }[]
  onClose: () => void
}

export function EditDialog({ dataset, categories, onClose }: EditDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened
      size="lg"
      title={t('datasets.editTitle', { name: dataset.name })}
      onClose={onClose}
    >
      <DatasetForm dataset={dataset} categories={categories} onSaved={onClose} onCancel={onClose} />
    </Dialog>
  )
}
