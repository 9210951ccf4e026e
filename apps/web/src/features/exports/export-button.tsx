import { Checkbox, MultiSelect, Stack, Text, Textarea } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'

import type { Dataset } from '#contract/datasets'
import { type ExportFormat, exportFormats, startExport } from '#contract/exports'

import { useMay } from '../../api/rights.ts'
import { useTaskProgress } from '../../api/task-progress.ts'
import { useTaskOutcome } from '../../api/use-task-outcome.ts'
import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconFileExport } from '../../ui/icons.ts'
import { TaskButton } from '../../ui/task-button.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { titleOf, useStartExport } from './api.ts'

interface ExportButtonProps {
  datasetId: number
  /** Undefined until loaded. */
  data: ExportableData | undefined
  /** Ids of the images to export; absent: all of the dataset. */
  images?: readonly number[]
  onStarted: () => void
}

interface ExportableData {
  readonly dataset: Pick<Dataset, 'bearsIdentity'>
  readonly categories: readonly { id: number; name: string }[]
  /** Task of a running export, to which the button links. */
  readonly exportId: number | null
}

export function ExportButton(props: ExportButtonProps) {
  const { datasetId, data, images, onStarted } = props
  const { t } = useTranslation()
  const may = useMay()
  const [opened, setOpened] = useOpened('export')
  const [format, setFormat] = useState<ExportFormat>('coco')
  // Lives here because the dialog closes as soon as the export has started.
  const start = useStartExport(datasetId, format)
  const [started, setStarted] = useState<number | null>(null)
  const task = useTaskProgress(data?.exportId ?? started)
  useTaskOutcome(started, {
    title: t(titleOf(format)),
    failed: t('exports.failed'),
    report: z.object({}),
    // The list shows it.
    told: () => null,
  })
  if (!may(startExport)) return null
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
      {opened && data !== undefined && (
        <ExportDialog
          {...data}
          chosen={images?.length ?? null}
          format={format}
          onFormat={setFormat}
          busy={start.isPending}
          onSubmit={(choice) =>
            start.mutate(
              {
                params: { id: datasetId },
                body: { ...choice, format, ...(images !== undefined && { images: [...images] }) },
              },
              { onSuccess },
            )
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
  identified: boolean
  reason: string
}

interface ExportDialogProps extends ExportableData {
  /** Number of images to export; null: all of the dataset. */
  chosen: number | null
  format: ExportFormat
  onFormat: (format: ExportFormat) => void
  busy: boolean
  onSubmit: (choice: ExportChoice) => void
  onClose: () => void
}

function ExportDialog({ dataset, categories, format, onFormat, ...rest }: ExportDialogProps) {
  const { chosen, busy, onSubmit, onClose } = rest
  const { bearsIdentity } = dataset
  const { t } = useTranslation()
  const may = useMay()
  const [categoryIds, setCategoryIds] = useState<string[]>([])
  const [withEmptyImages, setWithEmptyImages] = useState(chosen !== null)
  const [identified, setIdentified] = useState(false)
  const [reason, setReason] = useState('')
  const title = chosen === null ? t('exports.title') : t('exports.titleOfChosen', { count: chosen })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit({
      categories: categoryIds.map(Number),
      with_empty_images: withEmptyImages,
      identified,
      reason: identified ? reason : '',
    })
  }
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <ChoiceSelect
            label={t('exports.format')}
            description={t(`exports.about.${format}`)}
            data={exportFormats.map((value) => ({ value, label: t(`exports.formats.${value}`) }))}
            value={format}
            onChange={onFormat}
          />
          <MultiSelect
            label={t('exports.categories')}
            description={t('exports.categoriesHint')}
            searchable
            data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={categoryIds}
            onChange={setCategoryIds}
          />
          <Checkbox
            label={t('exports.withEmptyImages')}
            checked={withEmptyImages}
            onChange={(event) => setWithEmptyImages(event.currentTarget.checked)}
          />
          {bearsIdentity && !identified && (
            <Text size="sm" c="dimmed">
              {t('exports.pseudonymousHint')}
            </Text>
          )}
          {bearsIdentity && may('identify') && (
            <Checkbox
              label={t('exports.identify')}
              description={t('exports.identifyHint')}
              checked={identified}
              onChange={(event) => setIdentified(event.currentTarget.checked)}
            />
          )}
          {identified && (
            <Textarea
              label={t('exports.reason')}
              description={t('exports.reasonHint')}
              required
              autosize
              minRows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Stack>
        <DialogButtons
          submit={t('exports.export')}
          busy={busy}
          disabled={identified && reason.trim() === ''}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
