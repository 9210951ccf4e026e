import { Anchor, Button, FileButton, Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { ArchiveReport } from '#contract/archives'

import { useTask } from '../../api/task-progress.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconUpload } from '../../ui/icons.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { type FileInFolder, filesOfFolder } from './dropped-files.ts'
import classes from './upload-dialog.module.css'
import { isLost, isUnderWay, lacksUids, type Upload, type UploadQueue } from './upload-queue.ts'

interface UploadDialogProps {
  opened: boolean
  queue: UploadQueue
  uploads: readonly Upload[]
  busy: boolean
  folder: string
  onFiles: (files: readonly FileInFolder[]) => void
  onClose: () => void
}

export function UploadDialog({ queue, uploads, busy, folder, ...rest }: UploadDialogProps) {
  const { opened, onFiles, onClose } = rest
  const { t } = useTranslation()
  const lost = uploads.filter(isLost).length
  const withoutUids = uploads.filter(lacksUids).length
  const through = uploads.filter((upload) => !isUnderWay(upload)).length
  return (
    <Dialog opened={opened} size="lg" title={t('images.uploadTitle')} onClose={onClose}>
      <div className={classes['drop']}>
        <IconUpload size={32} aria-hidden />
        <Text>{t('images.dropHere')}</Text>
        <Text size="sm" c="dimmed">
          {t('images.accepted')}
        </Text>
        {folder !== '' && <Text size="sm">{t('images.intoFolder', { folder })}</Text>}
        <Group gap="xs" justify="center">
          <FileButton
            multiple
            onChange={(files) => onFiles(files.map((file) => ({ file, folder: '' })))}
          >
            {(props) => (
              <Button {...props} data-autofocus>
                {t('images.chooseFiles')}
              </Button>
            )}
          </FileButton>
          <FileButton
            multiple
            inputProps={wholeFolder}
            onChange={(files) => onFiles(filesOfFolder(files))}
          >
            {(props) => (
              <Button {...props} variant="default">
                {t('images.chooseFolder')}
              </Button>
            )}
          </FileButton>
        </Group>
      </div>
      {uploads.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="md" mb="xs" aria-live="polite">
            {busy
              ? t('images.uploadingCount', { done: through, total: uploads.length })
              : t('images.summary', { done: uploads.length - lost, total: uploads.length })}
          </Text>
          <ScrollRegion label={t('images.uploadList')} className={classes['scroll']}>
            <ul className={classes['list']}>
              {uploads
                .toSorted(byConcern)
                .slice(0, mostRows)
                .map((upload) => (
                  <UploadRow key={upload.id} upload={upload} />
                ))}
            </ul>
            {uploads.length > mostRows && (
              <Text size="sm" c="dimmed" mt="xs">
                {t('images.moreFiles', { count: uploads.length - mostRows })}
              </Text>
            )}
          </ScrollRegion>
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        {busy && (
          <Button variant="default" onClick={queue.stop}>
            {t('images.stop')}
          </Button>
        )}
        {!busy && uploads.length > 0 && (
          <Button variant="default" onClick={queue.clear}>
            {t('images.clearList')}
          </Button>
        )}
        {!busy && withoutUids > 0 && (
          <Button variant="default" onClick={queue.makeUids}>
            {t('images.makeUids', { count: withoutUids })}
          </Button>
        )}
        {!busy && lost > 0 && (
          <Button variant="default" onClick={queue.retryFailed}>
            {t('images.retryFailed', { count: lost })}
          </Button>
        )}
        <Button variant={busy ? 'default' : 'filled'} onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  )
}

/** Lets the user choose a folder with all its content. */
const wholeFolder = { multiple: true, webkitdirectory: '' }
/** A folder may contain thousands of files. */
const mostRows = 200

/** Sort order: running and failed uploads first, finished ones last. */
const concern = {
  sending: 0,
  failed: 1,
  stopped: 1,
  waiting: 2,
  unpacking: 3,
  existing: 3,
  done: 3,
} as const

function byConcern(a: Upload, b: Upload): number {
  return concern[a.state] - concern[b.state]
}

/** Progress of adding the images of an archive, with a link to its task. */
function Unpacking({ taskId }: { taskId: number }) {
  const { t } = useTranslation()
  const task = useTask(taskId)
  const report = ArchiveReport.safeParse(task?.result).data
  const text = () => {
    if (report !== undefined) {
      const { added, existing, left_out: leftOut } = report
      return t('images.unpacked', { added, existing, leftOut })
    }
    return task?.completed === true ? t('images.notUnpacked') : t('images.unpacking')
  }
  return (
    <Anchor component={Link} to={`/tasks?id=${taskId}`} size="sm">
      {text()}
    </Anchor>
  )
}

function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { file, folder, state, progress } = upload
  const path = folder === '' ? file.name : `${folder}/${file.name}`
  const words = {
    waiting: () => t('images.waiting'),
    sending: () => t('images.sending'),
    done: () => t('images.done'),
    existing: () => t('images.existing'),
    unpacking: () => t('images.unpacking'),
    stopped: () => t('images.stopped'),
    failed: () => problemText(upload.error),
  }
  return (
    <li className={classes['row']} data-state={state}>
      <span className={classes['name']}>{path}</span>
      <span className={classes['state']}>
        {upload.taskId === undefined ? words[state]() : <Unpacking taskId={upload.taskId} />}
      </span>
      {state === 'sending' && (
        <Progress.Root size="xs" className={classes['progress'] ?? ''}>
          <Progress.Section value={progress * 100} aria-label={path} animated />
        </Progress.Root>
      )}
    </li>
  )
}
