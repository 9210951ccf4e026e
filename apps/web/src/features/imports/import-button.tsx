import { notifications } from '@mantine/notifications'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ImportReport } from '#contract/imports'

import { useTask, useTaskProgress } from '../../api/task-progress.ts'
import { TaskButton } from '../../ui/task-button.tsx'
import { ImportDialog } from './import-dialog.tsx'

interface ImportButtonProps {
  datasetId: number
  /** The task of an import that is under way. */
  runningTask: number | null
}

export function ImportButton({ datasetId, runningTask }: ImportButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [started, setStarted] = useState<number | null>(null)
  const task = useTaskProgress(runningTask ?? started)
  useOutcome(started)
  return (
    <>
      <TaskButton
        icon={<IconFileImport size={16} />}
        label={t('imports.import')}
        task={task}
        onClick={() => setOpened(true)}
      />
      {opened && (
        <ImportDialog
          datasetId={datasetId}
          onStarted={(id) => {
            setStarted(id)
            setOpened(false)
          }}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

/** Tells how an import ended that was started here. */
function useOutcome(taskId: number | null): void {
  const { t } = useTranslation()
  const task = useTask(taskId)
  const status = task?.completed === true ? task.status : undefined
  const result = task?.result
  const toldOf = useRef<number | null>(null)
  useEffect(() => {
    if (status === undefined || toldOf.current === taskId) return
    toldOf.current = taskId
    const report = ImportReport.safeParse(result)
    const title = t('imports.importing')
    if (status === 'succeeded' && report.success) {
      const { created, existing, left_out } = report.data.annotations
      const color = left_out === 0 ? 'green' : 'yellow'
      const message = t('imports.outcome', { created, existing, leftOut: left_out })
      notifications.show({ title, message, color })
    } else if (status === 'failed') {
      notifications.show({ title, message: t('imports.failed'), color: 'red' })
    }
  }, [taskId, status, result, t])
}
