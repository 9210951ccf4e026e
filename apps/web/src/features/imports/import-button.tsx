import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { importCoco, ImportReport } from '#contract/imports'

import { useMay } from '../../api/rights.ts'
import { useTaskProgress } from '../../api/task-progress.ts'
import { useTaskOutcome } from '../../api/use-task-outcome.ts'
import { IconFileImport } from '../../ui/icons.ts'
import { TaskButton } from '../../ui/task-button.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { ImportDialog } from './import-dialog.tsx'

interface ImportButtonProps {
  datasetId: number
  /** Task of a running import. */
  runningTask: number | null
}

export function ImportButton({ datasetId, runningTask }: ImportButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const [opened, setOpened] = useOpened('import')
  const [started, setStarted] = useState<number | null>(null)
  const task = useTaskProgress(runningTask ?? started)
  useTaskOutcome(started, {
    title: t('imports.importing'),
    failed: t('imports.failed'),
    report: ImportReport,
    told: ({ annotations: { created, existing, left_out: leftOut } }) => ({
      message: t('imports.outcome', { created, existing, leftOut }),
      isClean: leftOut === 0,
    }),
  })
  if (!may(importCoco)) return null
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
