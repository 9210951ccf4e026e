import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'

import { isAtRest } from '#annotation/editor-state'
import { saveStatus } from '#annotation/save'

import { onSessionEvent, sessionEndedNotice } from '../../../api/session-events.ts'
import type { Annotator } from '../annotator.ts'
import { settled } from './settled.ts'

/** Milliseconds for saving before leaving; work unsaved by then stays in the browser. */
const patience = 5000

/**
 * Delays any navigation away from the image until its work is saved or safely stored. At the end of a
 * session it does not wait, but reports that the work is stored.
 */
export function useSaveBeforeLeaving(annotator: Annotator): void {
  const { t } = useTranslation()
  const { saving } = annotator
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isDone = isSaved(annotator) && isAtRest(annotator.editor.state)
    return currentLocation.pathname !== nextLocation.pathname && !isDone
  })

  const unsaved = t(saving.isKept ? 'annotations.kept' : 'annotations.lost')
  const color = saving.isKept ? 'yellow' : 'red'
  const leave = useEffectEvent(async () => {
    await finish(annotator)
    if (!isSaved(annotator)) {
      const title = t(saving.isKept ? 'annotations.keptTitle' : 'annotations.lostTitle')
      notifications.show({ title, message: unsaved, color, autoClose: 10_000 })
    }
    if (blocker.state === 'blocked') blocker.proceed()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') void leave()
  }, [blocker.state])

  const sessionEnded = useEffectEvent(() => {
    if (isSaved(annotator)) return
    notifications.hide(sessionEndedNotice)
    notifications.show({
      id: sessionEndedNotice,
      title: t('shell.sessionEndedTitle'),
      message: `${t('shell.sessionEnded')} ${unsaved}`,
      color,
      autoClose: false,
    })
  })
  useEffect(() => onSessionEvent('session-ended', () => sessionEnded()), [])

  useEffect(() => {
    // Ask only if nothing else stores the work.
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved(annotator) && !saving.isKept) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [annotator, saving])
}

function isSaved({ editor, saving }: Annotator): boolean {
  return editor.state.pending.length === 0 && saveStatus(saving.ledger).status === 'saved'
}

/** Saves everything. @returns whether the server has it all */
export async function saveAll(annotator: Annotator): Promise<boolean> {
  await finish(annotator)
  return isSaved(annotator)
}

async function finish({ editor, saving }: Annotator): Promise<void> {
  editor.release()
  // A half-drawn shape is a draft, which goes on when the image is opened again.
  if (editor.state.tool.resting) editor.select(null)
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const limit = setTimeout(resolve, patience)
  const save = async () => {
    await settled(editor)
    await saving.saveNow()
  }
  await Promise.race([save(), tooLong])
  clearTimeout(limit)
}
