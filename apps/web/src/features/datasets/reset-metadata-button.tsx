import { Button } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'

import { useConfirm } from '../../ui/use-confirm.tsx'
import { useResetMetadata } from './api.ts'

interface ResetMetadataButtonProps {
  dataset: Dataset
  label: string
}

/** Nothing for those who may not. */
export function ResetMetadataButton({ dataset, label }: ResetMetadataButtonProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const reset = useResetMetadata(dataset.id)
  if (!dataset.permissions.owner) return null
  const ask = () =>
    confirm({
      title: t('datasets.resetTitle', { name: dataset.name }),
      lines: [t('datasets.resetCovers'), t('datasets.resetOrders'), t('datasets.resetForGood')],
      confirm: label,
      onConfirm: () => reset.mutate({ params: { id: dataset.id } }),
    })
  return (
    <Button
      variant="default"
      leftSection={<IconEraser size={16} />}
      loading={reset.isPending}
      onClick={ask}
    >
      {label}
    </Button>
  )
}
