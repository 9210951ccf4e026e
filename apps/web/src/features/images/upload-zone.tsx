import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type DragEvent, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { uploadImage } from '#contract/images'

import { useMay } from '../../api/rights.ts'
import { IconUpload } from '../../ui/icons.ts'
import { useOpened } from '../../ui/use-opened.ts'
import { belowFolder, droppedFiles, type FileInFolder } from './dropped-files.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { isUnderWay } from './upload-queue.ts'
import classes from './upload-zone.module.css'
import { useUploads } from './use-uploads.ts'

interface UploadZoneProps {
  datasetId: number
  /** The open folder, to which the files go. */
  folder: string
  children: (uploadButton: ReactNode) => ReactNode
}

const bringsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/**
 * Accepts files dropped anywhere on its children, and gives them a button that opens the dialog. Without the
 * right to add images, does neither. The children stay mounted when the right is known, so that text typed
 * before is not lost.
 */
export function UploadZone({ datasetId, folder, children }: UploadZoneProps) {
  const { t } = useTranslation()
  const isAllowed = useMay()(uploadImage)
  const { queue, uploads, busy } = useUploads(datasetId)
  const [opened, setOpened] = useOpened('upload')
  const [over, setOver] = useState(false)
  const tellUnreadable = () =>
    notifications.show({
      title: t('images.uploading'),
      message: t('images.dropUnreadable'),
      color: 'red',
    })
  const add = (files: readonly FileInFolder[]) => queue.add(belowFolder(folder, files))
  const drop = (event: DragEvent) => {
    if (!isAllowed || !bringsFiles(event)) return
    event.preventDefault()
    setOver(false)
    droppedFiles(event.dataTransfer).then(add, tellUnreadable)
    setOpened(true)
  }
  const done = uploads.filter((upload) => !isUnderWay(upload)).length
  const label = busy
    ? t('images.uploadingCount', { done, total: uploads.length })
    : t('images.upload')
  // A whole page of images, which opening the dialog leaves as it is.
  const page = useMemo(
    () =>
      children(
        isAllowed && (
          <Button
            leftSection={<IconUpload size={16} />}
            classNames={{ root: classes['button'] ?? '', label: classes['label'] ?? '' }}
            onClick={() => setOpened(true)}
          >
            {label}
          </Button>
        ),
      ),
    [children, isAllowed, label, setOpened],
  )
  return (
    <div
      className={classes['zone']}
      onDragOver={(event) => {
        if (!isAllowed || !bringsFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      {page}
      {over && (
        <div className={classes['over']}>
          <IconUpload size={48} aria-hidden />
          {t('images.dropAnywhere')}
        </div>
      )}
      <UploadDialog
        opened={opened}
        queue={queue}
        folder={folder}
        onFiles={add}
        uploads={uploads}
        busy={busy}
        onClose={() => setOpened(false)}
      />
    </div>
  )
}
