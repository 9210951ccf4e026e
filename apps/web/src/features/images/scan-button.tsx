import { notifications } from '@mantine/notifications'
import { IconFolderSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ScanReport } from '#contract/scans'

import { useTask, useTaskProgress } from '../../api/task-progress.ts'
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
  useOutcome(started)
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

/** Tells how a scan ended that was started here. */
function useOutcome(taskId: number | null): void {
  const { t } = useTranslation()
  const task = useTask(taskId)
  const status = task?.completed === true ? task.status : undefined
  const result = task?.result
  const toldOf = useRef<number | null>(null)
  useEffect(() => {
    if (status === undefined || toldOf.current === taskId) return
    toldOf.current = taskId
    const report = ScanReport.safeParse(result)
    const title = t('scans.scanning')
    if (status === 'succeeded' && report.success) {
      const { added, renamed, returned, missing, left_out: leftOut } = report.data
      const isClean = leftOut === 0 && missing === 0
      notifications.show({
        title,
        message: [
          t('scans.outcome', { added, renamed, returned, missing, leftOut }),
          ...(leftOut > 0 ? [t('scans.reasonsInLog')] : []),
        ].join(' '),
        color: isClean ? 'green' : 'yellow',
      })
    } else if (status === 'failed') {
      notifications.show({ title, message: t('scans.failed'), color: 'red' })
    }
  }, [taskId, status, result, t])
}
