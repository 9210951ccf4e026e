import { Checkbox, MultiSelect, Select, Stack } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'

import { type ExportFormat, exportFormats } from '#contract/exports'

import { useTaskProgress } from '../../api/task-progress.ts'
import { useTaskOutcome } from '../../api/use-task-outcome.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { titleOf, useStartExport } from './api.ts'

interface ExportButtonProps {
  datasetId: number
  categories: readonly { id: number; name: string }[]
  /** The task of an export that is under way; the button leads to it. */
  runningTask: number | null
  onStarted: () => void
}

export function ExportButton(props: ExportButtonProps) {
  const { datasetId, categories, runningTask, onStarted } = props
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [format, setFormat] = useState<ExportFormat>('coco')
  // Here and not in the dialog, which goes as soon as the export is known to run.
  const start = useStartExport(datasetId, format)
  const [started, setStarted] = useState<number | null>(null)
  const task = useTaskProgress(runningTask ?? started)
  useTaskOutcome(started, {
    title: t(titleOf(format)),
    failed: t('exports.failed'),
    report: z.object({}),
    // It stands in the list.
    told: () => null,
  })
  const onSuccess = ({ id }: { id: number }) => {
    setStarted(id)
    setOpened(false)
    onStarted()
  }
  return (
    <>
      <TaskButton
        icon={<IconFileExport size={16} />}
        label={t('exports.export')}
        task={task}
        onClick={() => setOpened(true)}
      />
      {opened && (
        <ExportDialog
          categories={categories}
          format={format}
          onFormat={setFormat}
          busy={start.isPending}
          onSubmit={(choice) =>
            start.mutate({ params: { id: datasetId }, body: { ...choice, format } }, { onSuccess })
          }
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

interface ExportChoice {
  categories: number[]
  with_empty_images: boolean
}

interface ExportDialogProps {
  categories: ExportButtonProps['categories']
  format: ExportFormat
  onFormat: (format: ExportFormat) => void
  busy: boolean
  onSubmit: (choice: ExportChoice) => void
  onClose: () => void
}

function ExportDialog({ categories, format, onFormat, ...rest }: ExportDialogProps) {
  const { busy, onSubmit, onClose } = rest
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string[]>([])
  const [withEmptyImages, setWithEmptyImages] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit({ categories: chosen.map(Number), with_empty_images: withEmptyImages })
  }
  return (
    <Dialog opened title={t('exports.title')} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Select
            label={t('exports.format')}
            description={t(`exports.about.${format}`)}
            allowDeselect={false}
            data={exportFormats.map((value) => ({ value, label: t(`exports.formats.${value}`) }))}
            value={format}
            onChange={(value) => value !== null && onFormat(value)}
          />
          <MultiSelect
            label={t('exports.categories')}
            description={t('exports.categoriesHint')}
            searchable
            data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={chosen}
            onChange={setChosen}
          />
          <Checkbox
            label={t('exports.withEmptyImages')}
            checked={withEmptyImages}
            onChange={(event) => setWithEmptyImages(event.currentTarget.checked)}
          />
        </Stack>
        <DialogButtons submit={t('exports.export')} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
