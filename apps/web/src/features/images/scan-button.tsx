import { IconFolderSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ScanReport } from '#contract/scans'

import { useTaskProgress } from '../../api/task-progress.ts'
import { useTaskOutcome } from '../../api/use-task-outcome.ts'
import { TaskButton } from '../../ui/task-button.tsx'
import { useStartScan } from './api.ts'

interface ScanButtonProps {
  datasetId: number
  /** The task of a scan that is under way. */
  runningTask: number | null
}

/** Looks for what was put into the dataset's folder, renamed there or taken out. */
export function ScanButton({ datasetId, runningTask }: ScanButtonProps) {
  const { t } = useTranslation()
  const [started, setStarted] = useState<number | null>(null)
  const start = useStartScan(datasetId)
  const task = useTaskProgress(runningTask ?? started)
  useTaskOutcome(started, {
    title: t('scans.scanning'),
    failed: t('scans.failed'),
    report: ScanReport,
    told: ({ left_out: leftOut, missing, added, renamed, returned }) => {
      const outcome = t('scans.outcome', { added, renamed, returned, missing, leftOut })
      return {
        message: leftOut > 0 ? `${outcome} ${t('scans.reasonsInLog')}` : outcome,
        isClean: leftOut === 0 && missing === 0,
      }
    },
  })
  const scan = () =>
    start.mutate({ params: { id: datasetId } }, { onSuccess: ({ id }) => setStarted(id) })
  return (
    <TaskButton
      icon={<IconFolderSearch size={16} />}
      label={t('scans.scan')}
      task={task}
      onClick={scan}
    />
  )
}
