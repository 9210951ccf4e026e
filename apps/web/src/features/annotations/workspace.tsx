import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'

import type { CategoryId } from '#annotation/document'
import type { Travelled } from '#annotation/editor-state'

import { useShowCurrentDataset } from '../../api/current-dataset.ts'
import { usePresence } from '../../api/live.ts'
import { PageTitle } from '../../ui/page.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import classes from './annotate-page.module.css'
import type { Annotator } from './annotator.ts'
import { type AnnotatorData, downloadAddress, useDeleteImage } from './api.ts'
import { BenchProvider } from './bench.ts'
import { CanvasArea } from './canvas-area.tsx'
import type { CommandContext, DialogName } from './command.ts'
import { runCommand } from './commands.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import { ToolPanel } from './tool-panel.tsx'
import { OpenedResult } from './analysis/opened-result.tsx'
import { useAnalysis } from './analysis/use-analysis.ts'
import { ImageSettingsProvider, useImageSettingsOf } from './use-image-settings.ts'
import { useActivity } from './use-activity.ts'
import { useDeletion } from './use-deletion.ts'
import { useLiveImage } from './use-live-image.ts'
import { type Paging, usePrefetchNeighbours } from './use-neighbours.ts'
import { usePhotograph } from './use-photograph.ts'
import { useSaveBeforeLeaving } from './use-save-before-leaving.ts'
import { useService } from './use-service.tsx'
import { useShortcutKeys } from './use-shortcut-keys.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useToolPreferences } from './use-tool-preferences.ts'

interface WorkspaceProps {
  annotator: Annotator
  data: AnnotatorData
  isGone: boolean
  username: string
  onMissing: () => void
}

/** The annotator's screen for one image. */
export function Workspace({ annotator, data, isGone, username, onMissing }: WorkspaceProps) {
  const { t } = useTranslation()
  const { image, dataset } = data
  const presence = useLiveImage(annotator, image, username)
  const [collapsed, setCollapsed] = useState<ReadonlySet<CategoryId>>(new Set())
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const { shortcuts } = useShortcutKeys()
  const analysis = useAnalysis(image)
  const opened = Object.values(image.results).find(({ id }) => id === analysis.opened)
  const service = useService(annotator, data, username)
  const page = usePageDeeds(data)
  usePresence(image.id)
  useActivity(image.id)
  useShowCurrentDataset(dataset)
  useSaveBeforeLeaving(annotator)
  useToolPreferences(annotator.editor)
  const imageSettings = useImageSettingsOf(annotator.stage)
  const photograph = usePhotograph(annotator.stage, image)
  usePrefetchNeighbours(image, photograph.state === 'shown')
  const deletion = useDeletion(annotator, data, isGone)
  useEffect(() => {
    if (photograph.state === 'missing' && deletion === null) onMissing()
  }, [photograph.state, deletion, onMissing])

  const bench: CommandContext = {
    annotator,
    data,
    username,
    shortcuts,
    isAnalysing: analysis.isRunning,
    analyse: analysis.start,
    isAnnotating: service.isPending,
    annotateByService: () => service.mutate(),
    collapsed,
    setCollapsed,
    search,
    setSearch,
    openDialog: setDialog,
    ...page,
  }
  useShortcuts(annotator.editor, shortcuts, (name) => runCommand(name, bench))
  return (
    <BenchProvider value={bench}>
      <ImageSettingsProvider value={imageSettings}>
        <PageTitle title={t('annotations.title', { name: image.file_name })} />
        <div className={classes['page']} onMouseDown={keepFocus} role="presentation">
          <ToolPanel />
          <CanvasArea photograph={photograph} presence={presence} deletion={deletion} />
          {opened !== undefined && (
            <OpenedResult key={opened.id} result={opened} onClose={() => analysis.open(null)} />
          )}
          <SidePanel openedResult={analysis.opened} onOpenResult={analysis.open} />
        </div>
        <BenchDialog name={dialog} onClose={() => setDialog(null)} />
      </ImageSettingsProvider>
    </BenchProvider>
  )
}

function BenchDialog({ name, onClose }: { name: DialogName | null; onClose: () => void }) {
  if (name === 'settings') return <SettingsDialog onClose={onClose} />
  if (name === 'copyAnnotations') return <CopyDialog onClose={onClose} />
  if (name === 'help') return <HelpDialog onClose={onClose} />
  return null
}

/** A button that was clicked does not take the keys away from the canvas, but from a text field. */
function keepFocus(event: React.MouseEvent): void {
  if (!(event.target instanceof Element) || event.target.closest('button') === null) return
  event.preventDefault()
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
}

type PageDeeds = Pick<
  CommandContext,
  'openImage' | 'download' | 'deleteImage' | 'tellUndone' | 'tellDisabled'
>

function usePageDeeds({ image }: AnnotatorData): PageDeeds {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const confirm = useConfirm()
  const remove = useDeleteImage(image)
  const openImage = (id: number) =>
    void navigate(
      { pathname: `/annotate/${id}`, search: `${parameters}` },
      { state: { pagedFrom: image.id } satisfies Paging },
    )
  const leave = () => {
    const neighbour = image.next ?? image.previous
    if (neighbour === null) void navigate(`/tabulardataset/${image.dataset_id}`)
    else openImage(neighbour)
  }
  return {
    openImage,
    download() {
      const link = document.createElement('a')
      link.href = downloadAddress(image)
      link.download = image.file_name
      link.click()
    },
    deleteImage() {
      confirm({
        title: t('annotations.commands.deleteImage'),
        lines: [
          t('annotations.deleteImageQuestion'),
          t('annotations.deleteImageLoss', {
            name: image.file_name,
            count: image.numberAnnotations,
          }),
          t('annotations.deleteImageUndo'),
        ],
        confirm: t('common.delete'),
        onConfirm: () => remove.mutate({ params: { id: image.id } }, { onSuccess: leave }),
      })
    },
    tellUndone({ skipped }: Travelled) {
      if (skipped.length === 0) return
      const message = t('annotations.undoSkipped', { count: skipped.length })
      notifications.show({ message, color: 'yellow' })
    },
    tellDisabled(reason) {
      notifications.show({
        id: 'command disabled',
        title: t(
          reason === 'inLabelMode'
            ? 'annotations.commands.labelMode'
            : `annotations.${reason}Title`,
        ),
        message: t(`annotations.${reason}`),
        color: 'yellow',
      })
    },
  }
}
