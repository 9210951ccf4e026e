import { ActionIcon, Badge, Button, Tooltip } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Thread } from '#contract/comments'

import { useViewer } from '../../api/viewer.ts'
import { momentText } from '../../i18n/time.ts'
import { IconArrowBackUp, IconCheck } from '../../ui/icons.ts'
import { useMarkRead, useSend, useSettle } from './api.ts'
import { CommentEntry } from './comment-entry.tsx'
import { CommentForm } from './comment-form.tsx'
import classes from './comments.module.css'
import { hasKeptText, keptKey } from './use-kept-text.ts'

interface ThreadCardProps {
  thread: Thread
  datasetId: number
  /** Number on the photograph. */
  number: number
  /** What it is about, in words. */
  about: string
  isOpened: boolean
  mayWrite: boolean
  onOpen: () => void
}

/** A thread: what it is about, its comments, and a field to answer. */
export function ThreadCard(props: ThreadCardProps) {
  const { thread, datasetId, number, about, isOpened, mayWrite, onOpen } = props
  const { t } = useTranslation()
  const card = useRef<HTMLLIElement>(null)
  const markRead = useMarkRead()
  useEffect(() => {
    if (isOpened && thread.is_unread) markRead(thread.id)
  }, [isOpened, thread.is_unread, thread.id, markRead])
  const show = useEffectEvent(() => card.current?.scrollIntoView({ block: 'nearest' }))
  useEffect(() => {
    if (isOpened) show()
  }, [isOpened])
  const { resolved } = thread
  return (
    <li
      ref={card}
      className={classes['card']}
      data-opened={isOpened || undefined}
      aria-current={isOpened || undefined}
    >
      <header className={classes['about']}>
        <button type="button" onClick={onOpen} title={t('comments.show')}>
          <span className={classes['number']}>{number}</span> <span>{about}</span>
        </button>
        {thread.is_unread && <Badge size="sm">{t('comments.new')}</Badge>}
        {mayWrite && <SettleButton thread={thread} />}
      </header>
      {resolved !== null && (
        <p className={classes['resolved']}>
          {t('comments.resolvedBy', {
            name: resolved.by.name || resolved.by.username,
            at: momentText(resolved.at),
          })}
        </p>
      )}
      <ol className={classes['entries']}>
        {thread.comments.map((comment) => (
          <CommentEntry
            key={comment.id}
            comment={comment}
            thread={thread}
            datasetId={datasetId}
            mayWrite={mayWrite}
          />
        ))}
      </ol>
      {mayWrite && <Answer thread={thread} datasetId={datasetId} onOpen={onOpen} />}
    </li>
  )
}

function SettleButton({ thread: { id, image_id, resolved } }: { thread: Thread }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useSettle(image_id)
  const label = t(resolved === null ? 'comments.resolve' : 'comments.reopen')
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={24}
        aria-label={label}
        loading={isPending}
        onClick={() => mutate({ params: { id }, body: { resolved: resolved === null } })}
      >
        {resolved === null ? <IconCheck size={16} /> : <IconArrowBackUp size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}

/** A button, which becomes the field; at once if something typed is still to be sent. */
function Answer({
  thread,
  datasetId,
  onOpen,
}: Pick<ThreadCardProps, 'thread' | 'datasetId' | 'onOpen'>) {
  const { t } = useTranslation()
  const username = useViewer()?.username ?? ''
  const keptAs = keptKey(username, `thread ${thread.id}`)
  const [answering, setAnswering] = useState<'kept' | 'pressed' | null>(() =>
    hasKeptText(keptAs) ? 'kept' : null,
  )
  const { answer } = useSend(thread.image_id)
  if (answering === null) {
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes['answer'] ?? ''}
        onClick={() => {
          onOpen()
          setAnswering('pressed')
        }}
      >
        {t('comments.answer')}
      </Button>
    )
  }
  return (
    <CommentForm
      datasetId={datasetId}
      label={t('comments.answer')}
      keptAs={keptAs}
      focusFor={answering === 'kept' ? null : answering}
      onSend={(comment, save_id) =>
        answer({ params: { id: thread.id }, body: { comment, save_id } })
      }
      onDone={() => setAnswering(null)}
    />
  )
}
