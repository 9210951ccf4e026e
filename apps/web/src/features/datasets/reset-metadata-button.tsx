import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { type Dataset, resetMetadata, ResetReport } from '#contract/datasets'

import { useMay } from '../../api/rights.ts'
import { useTaskProgress } from '../../api/task-progress.ts'
import { useTaskOutcome } from '../../api/use-task-outcome.ts'
import { IconEraser } from '../../ui/icons.ts'
import { TaskButton } from '../../ui/task-button.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { useResetMetadata } from './api.ts'

interface ResetMetadataButtonProps {
  dataset: Dataset
  label: string
  /** Task of a running reset. */
  runningTask: number | null
}

/** Renders nothing for users without the permission. */
export function ResetMetadataButton({ dataset, label, runningTask }: ResetMetadataButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const confirm = useConfirm()
  const [started, setStarted] = useState<number | null>(null)
  const reset = useResetMetadata(dataset.id)
  const task = useTaskProgress(runningTask ?? started)
  useTaskOutcome(started, {
    title: t('datasets.resetting'),
    failed: t('datasets.resetFailed'),
    report: ResetReport,
    told: (counts) => ({ message: t('datasets.resetDone', counts), isClean: true }),
  })
  if (!may(resetMetadata)) return null
  const start = () =>
    reset.mutate({ params: { id: dataset.id } }, { onSuccess: ({ id }) => setStarted(id) })
  const ask = () =>
    confirm({
      title: t('datasets.resetTitle', { name: dataset.name }),
      lines: [t('datasets.resetCovers'), t('datasets.resetOrders'), t('datasets.resetForGood')],
      confirm: label,
      onConfirm: start,
    })
  return <TaskButton icon={<IconEraser size={16} />} label={label} task={task} onClick={ask} />
}
