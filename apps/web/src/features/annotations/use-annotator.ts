import { notifications } from '@mantine/notifications'
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { searchIn } from '#annotation/reshaping'
import type { CategoryId } from '#annotation/document'
import type { ReworkWish } from '#annotation/reworking'
import { SearchTooLargeError } from '#annotation/search'
import type { Reshaping } from '#annotation/tool'

import { CallError } from '../../api/call-error.ts'
import { OperationsError } from '../../canvas/operations.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import { useWords } from '../../i18n/words.ts'
import { type Annotator, openAnnotator } from './annotator.ts'
import type { AnnotatorData } from './api.ts'

/** The image's annotator, or null until it is open. Other users' changes are adopted as they are read. */
export function useAnnotator(data: AnnotatorData, username: string): Annotator | null {
  const { t } = useTranslation()
  const [annotator, setAnnotator] = useState<Annotator | null>(null)
  const firstData = useRef(data)
  const problemText = useProblemText()

  const words = useWords()
  const tellFailure = useEffectEvent((error: unknown, reshaping: Reshaping) => {
    // `LargeAreaNotice` offers the area as long as the editor keeps it.
    if (error instanceof SearchTooLargeError) return
    const isOfCall = error instanceof CallError
    const wait = searchIn(reshaping)?.wait
    const { why, detail } = shapeProblem(error)
    notifications.show({
      title: wait ? words(wait).failed : t('annotations.shapeTitle'),
      message: isOfCall ? problemText(error) : t(`annotations.shape.${why}`, { detail }),
      color: 'red',
      autoClose: 10_000,
    })
  })
  const tellNothing = useEffectEvent(() => {
    notifications.show({
      id: 'nothing drawn',
      title: t('annotations.nothingDrawnTitle'),
      message: t('annotations.nothingDrawn'),
      color: 'yellow',
    })
  })
  const tellAnnotationGone = useEffectEvent(() => {
    notifications.show({
      id: 'annotation gone',
      title: t('annotations.annotationGoneTitle'),
      message: t('annotations.annotationGone'),
      color: 'yellow',
      autoClose: 10_000,
    })
  })
  const tellLocked = useEffectEvent(() => {
    notifications.show({
      id: 'locked',
      title: t('annotations.isLockedTitle'),
      message: t('annotations.isLocked'),
      color: 'yellow',
    })
  })
  const tellReworkFailure = useEffectEvent((error: unknown) => {
    const { why, detail } = shapeProblem(error)
    notifications.show({
      title: t('annotations.shapeTitle'),
      message: t(`annotations.shape.${why}`, { detail }),
      color: 'red',
      autoClose: 10_000,
    })
  })
  const tellNothingReworked = useEffectEvent((kind: ReworkWish['kind']) => {
    notifications.show({
      id: 'nothing reworked',
      title: t('annotations.unchangedTitle'),
      message: t(`annotations.unchanged.${kind}`),
      color: 'yellow',
    })
  })
  const tellProposed = useEffectEvent((id: CategoryId) => {
    const name = data.categories.find((category) => category.id === id)?.name ?? ''
    notifications.show({
      id: 'category proposed',
      title: t('annotations.proposedTitle', { name }),
      message: t('annotations.proposed'),
    })
  })
  const tellUnread = useEffectEvent(() => {
    notifications.show({
      title: t('annotations.keptTitle'),
      message: t('annotations.otherVersion'),
      color: 'yellow',
      autoClose: false,
    })
  })

  useEffect(() => {
    let opened: Annotator | null = null
    let closed = false
    const open = async () => {
      opened = await openAnnotator(firstData.current, username, {
        onFailure: tellFailure,
        onNothing: tellNothing,
        onAnnotationGone: tellAnnotationGone,
        onLocked: tellLocked,
        onReworkFailure: (error) => closed || tellReworkFailure(error),
        onNothingReworked: tellNothingReworked,
        onCategoryProposed: tellProposed,
      })
      if (closed) opened.close()
      else startTransition(() => setAnnotator(opened))
      if (opened.hasUnreadWork) tellUnread()
    }
    void open()
    return () => {
      closed = true
      opened?.close()
      setAnnotator(null)
    }
  }, [username])

  useEffect(() => {
    annotator?.follow(data)
  }, [annotator, data])

  useEffect(() => {
    if (annotator === null) return undefined
    const saveNow = () => void annotator.saving.saveNow()
    addEventListener('online', saveNow)
    return () => removeEventListener('online', saveNow)
  }, [annotator])
  return annotator
}

const shapeProblems = {
  'timed out': 'timedOut',
  'no photograph': 'noPhotograph',
  'nothing found': 'nothingFound',
  failed: 'failed',
  unavailable: 'unavailable',
} as const

function shapeProblem(error: unknown) {
  if (!(error instanceof OperationsError)) return { why: 'failed', detail: '' } as const
  return { why: shapeProblems[error.reason], detail: error.message }
}
