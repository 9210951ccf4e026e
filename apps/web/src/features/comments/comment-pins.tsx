import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import type { NewPin, Pin, Thread } from '#contract/comments'
import type { Point } from '#geometry/point'

import type { Stage } from '../../canvas/stage.ts'
import { IconPlus } from '../../ui/icons.ts'
import { threadsOf } from './api.ts'
import classes from './comment-pins.module.css'

export interface CommentPinsProps {
  imageId: number
  stage: Stage
  /** The place in image pixels to which a thread is pinned; null for the image as a whole. */
  placeOf: (pin: Pin) => Point | null
  draft: NewPin | null
  opened: number | null
  onOpen: (thread: Thread) => void
}

/** Open threads on the photograph, each a button at its place. */
export function CommentPins({ imageId, stage, placeOf, draft, opened, onOpen }: CommentPinsProps) {
  const { t } = useTranslation()
  const { data: threads = [] } = useQuery(threadsOf(imageId))
  const draftAt = draft === null ? null : placeOf(draft)
  return (
    <>
      {threads.map((thread, index) => {
        const at = placeOf(thread.pin)
        const isShown = thread.resolved === null || thread.id === opened
        if (at === null || !isShown) return null
        return (
          <AtPlace key={thread.id} at={at} stage={stage}>
            <button
              type="button"
              className={classes['pin']}
              data-opened={thread.id === opened || undefined}
              data-unread={thread.is_unread || undefined}
              aria-label={t('comments.pin', {
                number: index + 1,
                text: thread.comments[0]?.text ?? '',
              })}
              title={thread.comments.at(-1)?.text}
              onClick={() => onOpen(thread)}
            >
              <span>{index + 1}</span>
            </button>
          </AtPlace>
        )
      })}
      {draftAt !== null && (
        <AtPlace at={draftAt} stage={stage}>
          <span className={classes['pin']} data-opened>
            <IconPlus size={14} />
          </span>
        </AtPlace>
      )}
    </>
  )
}

interface AtPlaceProps {
  at: Point
  stage: Stage
  children: React.ReactNode
}

/** Keeps its content at a place of the image while the view moves. */
function AtPlace({ at: { x, y }, stage, children }: AtPlaceProps) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const move = () => {
      const { zoom, x: left, y: top } = stage.viewport
      if (element.current === null) return
      element.current.style.transform = `translate(${left + x * zoom}px, ${top + y * zoom}px)`
    }
    move()
    return stage.subscribe(move)
  }, [stage, x, y])
  return (
    <div ref={element} className={classes['place']}>
      {children}
    </div>
  )
}
