import { Button, Checkbox, MultiSelect, Stack } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useStartExport } from './api.ts'

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
  // Here and not in the dialog, which goes as soon as the export is known to run.
  const start = useStartExport(datasetId)
  const look = { variant: 'default', leftSection: <IconFileExport size={16} /> }
  const onSuccess = () => {
    setOpened(false)
    onStarted()
  }
  if (runningTask !== null) {
    return (
      <Button {...look} component={Link} to={`/tasks?id=${runningTask}`}>
        {t('exports.export')}
      </Button>
    )
  }
  return (
    <>
      <Button {...look} onClick={() => setOpened(true)}>
        {t('exports.export')}
      </Button>
      {opened && (
        <ExportDialog
          categories={categories}
          busy={start.isPending}
          onSubmit={(body) => start.mutate({ params: { id: datasetId }, body }, { onSuccess })}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

interface ExportDialogProps {
  categories: ExportButtonProps['categories']
  busy: boolean
  onSubmit: (choice: { categories: number[]; with_empty_images: boolean }) => void
  onClose: () => void
}

function ExportDialog({ categories, busy, onSubmit, onClose }: ExportDialogProps) {
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
