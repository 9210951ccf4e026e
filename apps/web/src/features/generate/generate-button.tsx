import { NumberInput, Stack, TagsInput, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  generateImages,
  GenerateReport,
  mostGenerated,
  usualGenerateLimit,
} from '#contract/generate'

import { useMay } from '../../api/rights.ts'
import { useTaskProgress } from '../../api/task-progress.ts'
import { useCall } from '../../api/use-call.ts'
import { useTaskOutcome } from '../../api/use-task-outcome.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconPhotoSearch } from '../../ui/icons.ts'
import { TaskButton } from '../../ui/task-button.tsx'

interface GenerateButtonProps {
  datasetId: number
  /** The running task, to which the button links. */
  runningTask: number | null
}

export function GenerateButton({ datasetId, runningTask }: GenerateButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const [opened, setOpened] = useState(false)
  const [started, setStarted] = useState<number | null>(null)
  const task = useTaskProgress(runningTask ?? started)
  useTaskOutcome(started, {
    title: t('generate.title'),
    failed: t('generate.failed'),
    report: GenerateReport,
    told: ({ added, existing, left_out: leftOut }) => ({
      message: t('generate.outcome', { added, existing, leftOut }),
      isClean: leftOut === 0,
    }),
  })
  if (!may(generateImages)) return null
  const close = () => setOpened(false)
  return (
    <>
      <TaskButton
        icon={<IconPhotoSearch size={16} />}
        label={t('generate.generate')}
        task={task}
        onClick={() => setOpened(true)}
      />
      {opened && (
        <GenerateDialog
          datasetId={datasetId}
          onStarted={(id) => {
            setStarted(id)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface GenerateDialogProps {
  datasetId: number
  onStarted: (taskId: number) => void
  onClose: () => void
}

function GenerateDialog({ datasetId, onStarted, onClose }: GenerateDialogProps) {
  const { t } = useTranslation()
  const start = useCall(generateImages, {
    title: t('generate.title'),
    invalidates: [['tasks'], ['dataset', datasetId]],
    success: () => t('generate.started'),
  })
  const [keywords, setKeywords] = useState<string[]>([])
  const [limit, setLimit] = useState<number | string>(usualGenerateLimit)
  const [tried, setTried] = useState(false)
  const hasLimit = typeof limit === 'number' && limit >= 1 && limit <= mostGenerated
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (keywords.length === 0 || !hasLimit) return
    const body = { keywords, limit }
    start.mutate({ params: { id: datasetId }, body }, { onSuccess: ({ id }) => onStarted(id) })
  }
  return (
    <Dialog opened title={t('generate.title')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('generate.about')}</Text>
          <TagsInput
            label={t('generate.keyword')}
            description={t('generate.keywordHint')}
            data-autofocus
            withAsterisk
            required
            maxTags={20}
            // Without options, an open list would only swallow the first Escape.
            dropdownOpened={false}
            acceptValueOnBlur
            error={tried && keywords.length === 0 && t('generate.keywordRequired')}
            value={keywords}
            onChange={setKeywords}
          />
          <NumberInput
            label={t('generate.limit')}
            description={t('generate.limitHint', { most: mostGenerated })}
            allowDecimal={false}
            allowNegative={false}
            min={1}
            max={mostGenerated}
            error={!hasLimit && t('generate.limitInvalid', { most: mostGenerated })}
            value={limit}
            onChange={setLimit}
          />
        </Stack>
        <DialogButtons submit={t('generate.generate')} busy={start.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
