import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ImportReport } from '#contract/imports'

import { useTask } from '../../api/task-progress.ts'
import { fileSize } from '../../i18n/format.ts'
import { useTold } from '../../i18n/told.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconFileImport } from '../../ui/icons.ts'
import { useStartImport, whyFailed } from './api.ts'
import classes from './import-dialog.module.css'
import { ReportOfTrial } from './report-of-trial.tsx'

interface ImportDialogProps {
  datasetId: number
  onStarted: (taskId: number) => void
  onClose: () => void
}

/** Tries out a chosen file, then imports it after the user has seen the effects. */
export function ImportDialog({ datasetId, onStarted, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const { file, task, report, step, choose, importIt } = useTrial(datasetId, onStarted)
  return (
    <Dialog opened size="lg" title={t('imports.title')} onClose={onClose}>
      <Stack gap="md">
        <FileChoice file={file} disabled={step !== null} onChoose={choose} />
        <div aria-live="polite">
          {step !== null && <Step {...step} />}
          {step === null && report !== undefined && <ReportOfTrial report={report} />}
          {step === null && task?.status === 'failed' && <WhyFailed taskId={task.id} />}
        </div>
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={step !== null || report === undefined || isIdle(report)}
          onClick={importIt}
        >
          {t('imports.import')}
        </Button>
      </Group>
    </Dialog>
  )
}

/** Sends the file for a trial run, and again for the import if the user agrees. */
function useTrial(datasetId: number, onStarted: (taskId: number) => void) {
  const { t } = useTranslation()
  const start = useStartImport(datasetId)
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState(0)
  const [trial, setTrial] = useState<number | null>(null)
  const task = useTask(trial)
  const send = (chosen: File, dry_run: 'true' | 'false', onSuccess: (id: number) => void) => {
    setSent(0)
    start.mutate(
      {
        params: { id: datasetId },
        body: { dry_run },
        files: [chosen],
        onUploadProgress: setSent,
      },
      { onSuccess: ({ id }) => onSuccess(id) },
    )
  }
  const isChecking = trial !== null && task?.completed !== true
  const checking = isChecking
    ? { label: t('imports.checking'), percent: task?.progress ?? 0 }
    : null
  return {
    file,
    task,
    report: ImportReport.safeParse(task?.result).data,
    step: start.isPending ? { label: t('imports.sending'), percent: 100 * sent } : checking,
    choose: (chosen: File) => {
      setFile(chosen)
      setTrial(null)
      send(chosen, 'true', setTrial)
    },
    importIt: () => file !== null && send(file, 'false', onStarted),
  }
}

interface FileChoiceProps {
  file: File | null
  disabled: boolean
  onChoose: (file: File) => void
}

function FileChoice({ file, disabled, onChoose }: FileChoiceProps) {
  const { t } = useTranslation()
  return (
    <div className={classes['choose']}>
      {file === null ? (
        <Text>{t('imports.hint')}</Text>
      ) : (
        <Text fw={600} className={classes['file'] ?? ''}>
          {file.name} <span className={classes['size']}>{fileSize(file.size)}</span>
        </Text>
      )}
      <FileButton
        accept=".json,.xml,.zip,application/json,application/xml,application/zip"
        onChange={(chosen) => chosen !== null && onChoose(chosen)}
      >
        {(props) => (
          <Button
            {...props}
            variant={file === null ? 'filled' : 'default'}
            disabled={disabled}
            leftSection={<IconFileImport size={16} />}
            data-autofocus
          >
            {t(file === null ? 'imports.choose' : 'imports.chooseOther')}
          </Button>
        )}
      </FileButton>
      {file === null && (
        <Text size="sm" c="dimmed">
          {t('imports.matching')}
        </Text>
      )}
    </div>
  )
}

/** Whether an import would change nothing. */
function isIdle({ images, categories, fields }: ImportReport): boolean {
  const { created, attached } = categories
  const brings = [...created, ...attached, ...fields.created]
  return images.changed === 0 && brings.length === 0
}

function Step({ label, percent }: { label: string; percent: number }) {
  return (
    <>
      <Text size="sm" mb={4}>
        {label}
      </Text>
      <Progress.Root size="md">
        <Progress.Section value={percent} aria-label={label} animated />
      </Progress.Root>
    </>
  )
}

function WhyFailed({ taskId }: { taskId: number }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const { data = null } = useQuery(whyFailed(taskId))
  return (
    <Alert color="red" title={t('imports.unusable')}>
      {told(data)}
    </Alert>
  )
}
