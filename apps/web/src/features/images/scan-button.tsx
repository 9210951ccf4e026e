import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ScanReport, startScan } from '#contract/scans'

import { useMay } from '../../api/rights.ts'
import { useTaskProgress } from '../../api/task-progress.ts'
import { useTaskOutcome } from '../../api/use-task-outcome.ts'
import { IconFolderSearch } from '../../ui/icons.ts'
import { TaskButton } from '../../ui/task-button.tsx'
import { useStartScan } from './api.ts'

interface ScanButtonProps {
  datasetId: number
  /** Task of a running scan. */
  runningTask: number | null
}

const toldCounts = ['added', 'renamed', 'returned', 'missing', 'left_out'] as const

/** Scans the dataset's folder for files that were added, renamed or removed there. */
export function ScanButton({ datasetId, runningTask }: ScanButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const [started, setStarted] = useState<number | null>(null)
  const start = useStartScan(datasetId)
  const task = useTaskProgress(runningTask ?? started)
  useTaskOutcome(started, {
    title: t('scans.scanning'),
    failed: t('scans.failed'),
    report: ScanReport,
    told: (report) => {
      const parts = toldCounts
        .filter((part) => report[part] > 0)
        .map((part) => t(`scans.outcome.${part}`, { count: report[part] }))
      if (parts.length === 0) parts.push(t('scans.nothingNew'))
      if (report.left_out > 0) parts.push(t('scans.reasonsInLog'))
      return { message: parts.join(' '), isClean: report.left_out === 0 && report.missing === 0 }
    },
  })
  if (!may(startScan)) return null
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
