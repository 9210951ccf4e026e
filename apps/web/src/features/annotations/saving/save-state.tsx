import { Button, Text } from '@mantine/core'
import { memo, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

import type { RecordId } from '#annotation/document'
import { type Failed, type SaveLedger, saveStatus } from '#annotation/save'

import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCloudOff,
  IconCloudUpload,
  IconGitCompare,
} from '../../../ui/icons.ts'
import { useEditorContext } from '../editor-context.ts'
import { ConflictDialog } from '../dialogs/conflict-dialog.tsx'
import classes from './save-state.module.css'
import { DownloadUnsaved, useDownloadAhead } from './download-unsaved.tsx'
import { lookUpKeptWork, useKeptWork } from './kept-work.ts'
import { KeptImages } from './unsaved-work.tsx'
import { useLedger } from '../use-editor.ts'

const icons = {
  saved: IconCircleCheck,
  unsaved: IconCloudUpload,
  saving: IconCloudUpload,
  offline: IconCloudOff,
  refused: IconAlertTriangle,
  conflict: IconGitCompare,
} as const

/**
 * Shows whether all work is on the server, and the possible actions if it is not. Updates may be deferred,
 * so that they do not block the canvas.
 */
export function SaveState() {
  const { annotator, may } = useEditorContext()
  const { saving } = annotator
  const ledger = useDeferredValue(useLedger(saving))
  const isKept = useSyncExternalStore(saving.subscribe, () => saving.isKept)
  // Those who change nothing have nothing to save, except from before.
  if (!may('annotate') && saveStatus(ledger).status === 'saved') return null
  return <StateOf ledger={ledger} isKept={isKept} />
}

interface StateOfProps {
  ledger: SaveLedger
  /** Whether this browser has stored the unsaved work. */
  isKept: boolean
}

const StateOf = memo(function StateOf({ ledger, isKept }: StateOfProps) {
  const { t } = useTranslation()
  const { saving } = useEditorContext().annotator
  const { status, counts } = saveStatus(ledger)
  const unsaved = counts.offline + counts.unsaved
  const reasons = messagesOf(ledger, 'offline')
  useDownloadAhead(status !== 'saved')
  const Icon = icons[status]
  const [postponed, setPostponed] = useState<ReadonlySet<RecordId>>(new Set())
  return (
    <div className={classes['state']} data-state={status}>
      <output className={classes['line']}>
        <Icon size={16} aria-hidden />
        {t(`annotations.save.${status === 'offline' && reasons.length > 0 ? 'waiting' : status}`)}
      </output>
      {counts.offline > 0 && (
        <Advice
          text={
            reasons.length === 0
              ? t('annotations.save.offlineHint', { count: unsaved })
              : `${reasons.join(' ')} ${t('annotations.save.waitingHint', { count: unsaved })}`
          }
          action={t('annotations.save.tryAgain')}
          onAction={() => void saving.saveNow()}
        />
      )}
      {counts.conflict > 0 && (
        <Advice
          text={t('annotations.save.conflictHint')}
          action={t('annotations.save.resolve')}
          onAction={() => setPostponed(new Set())}
        />
      )}
      {counts.refused > 0 && <Refusals ledger={ledger} />}
      {counts.refused + counts.offline > 0 && <DownloadUnsaved ledger={ledger} />}
      {!isKept && status !== 'saved' && (
        <Text size="xs" component="p">
          {t('annotations.save.notKept')}
        </Text>
      )}
      <UnsavedElsewhere />
      <ConflictDialog
        ledger={ledger}
        postponed={postponed}
        onPostpone={(id) => setPostponed(new Set(postponed).add(id))}
      />
    </div>
  )
})

interface AdviceProps {
  text: string
  action: string
  onAction: () => void
}

function Advice({ text, action, onAction }: AdviceProps) {
  return (
    <div className={classes['advice']}>
      <Text size="xs">{text}</Text>
      <Button size="compact-sm" variant="default" onClick={onAction}>
        {action}
      </Button>
    </div>
  )
}

function Refusals({ ledger }: { ledger: SaveLedger }) {
  const { t } = useTranslation()
  const { saving } = useEditorContext().annotator
  const refused = [...ledger.entries].filter(
    ([, entry]) => entry.state === 'failed' && entry.reason === 'refused',
  )
  return (
    <Advice
      text={`${t('annotations.save.refusedHint')} ${messagesOf(ledger, 'refused').join(' ')}`}
      action={t('annotations.save.tryAgain')}
      onAction={() => {
        for (const [id] of refused) saving.tryAgain(id)
      }}
    />
  )
}

/** The server's messages about unsaved records, without duplicates. */
function messagesOf({ entries }: SaveLedger, reason: Failed['reason']): string[] {
  const messages = [...entries.values()].flatMap((entry) =>
    entry.state === 'failed' && entry.reason === reason ? [entry.message] : [],
  )
  return [...new Set(messages)].filter((message) => message !== '')
}

/** Unsaved work on other images that could not be sent yet. */
const UnsavedElsewhere = memo(function UnsavedElsewhere() {
  const { t } = useTranslation()
  const { data, username } = useEditorContext()
  const { id } = data.image
  const images = useKeptWork().filter(({ imageId }) => imageId !== id)
  useEffect(() => void lookUpKeptWork(username), [username])
  if (images.length === 0) return null
  return (
    <Text size="xs" component="p">
      {t('annotations.save.elsewhere')} <KeptImages images={images} />
    </Text>
  )
})
