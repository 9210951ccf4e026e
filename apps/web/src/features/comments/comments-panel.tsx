import { Button, Checkbox, CloseButton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { NewPin, Pin, Thread } from '#contract/comments'

import { Loading } from '../../ui/loading.tsx'
import { useViewer } from '../../api/viewer.ts'
import { IconPlus } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { threadsOf, useSend } from './api.ts'
import { CommentForm } from './comment-form.tsx'
import classes from './comments.module.css'
import { forgetPin, keepPin, keptPin } from './kept-pin.ts'
import { ThreadCard } from './thread-card.tsx'
import { hasKeptText, keptKey } from './use-kept-text.ts'

export interface CommentsPanelProps {
  image: { readonly id: number; readonly dataset_id: number }
  mayWrite: boolean
  /** What the comment that is being written is about; null: none is being written. */
  draft: NewPin | null
  onDraft: (pin: NewPin | null) => void
  /** Whether the place that the comment is about is being chosen on the photograph. */
  isPlacing: boolean
  onPlacing: (isPlacing: boolean) => void
  /** The thread that the user looks at. */
  opened: number | null
  onOpen: (thread: Thread) => void
  /** The name of an annotation; null if there is none. */
  nameOf: (annotationId: number) => string | null
  /** How to comment on the place under the pointer; null if no key does. */
  keys: string | null
  /** What a new comment is about, if the pointer does not say. */
  usualPin: () => NewPin
  onClose: () => void
}

/** The threads of comments on an image, and a form to begin one. */
export function CommentsPanel(props: CommentsPanelProps) {
  const { image, mayWrite, draft, onDraft, opened, onOpen, nameOf, keys, usualPin, onClose } = props
  const { t } = useTranslation()
  const query = useQuery(threadsOf(image.id))
  const [withResolved, setWithResolved] = useState(false)
  const threads = (query.data ?? []).map((thread, index) => ({ thread, number: index + 1 }))
  const resolved = threads.filter(({ thread }) => thread.resolved !== null)
  const shown = threads.filter(
    ({ thread }) => withResolved || thread.resolved === null || thread.id === opened,
  )
  const aboutOf = (pin: Pin) => {
    if (pin.kind !== 'annotation') return t(`comments.about.${pin.kind}`)
    const name = pin.annotation_id === null ? null : nameOf(pin.annotation_id)
    return name ?? t('comments.about.deleted')
  }
  return (
    <section className={classes['panel']} aria-label={t('comments.title')}>
      <header className={classes['head']}>
        <h2>{t('comments.title')}</h2>
        {mayWrite && draft === null && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onDraft(usualPin())}
          >
            {t('comments.begin')}
          </Button>
        )}
        <CloseButton aria-label={t('comments.close')} onClick={onClose} />
      </header>
      {mayWrite && <NewThread {...props} aboutOf={aboutOf} />}
      <QueryFailed title={t('comments.loadFailed')} query={query} />
      {query.isPending && <Loading size="sm" label={t('comments.loading')} />}
      {query.data?.length === 0 && draft === null && (
        <Text size="sm" c="dimmed">
          {t('comments.none')} {mayWrite && keys !== null && t('comments.hint', { keys })}
        </Text>
      )}
      <ol className={classes['threads']}>
        {shown.map(({ thread, number }) => (
          <ThreadCard
            key={thread.id}
            thread={thread}
            datasetId={image.dataset_id}
            number={number}
            about={aboutOf(thread.pin)}
            isOpened={thread.id === opened}
            mayWrite={mayWrite}
            onOpen={() => onOpen(thread)}
          />
        ))}
      </ol>
      {resolved.length > 0 && (
        <Checkbox
          size="xs"
          label={t('comments.withResolved', { count: resolved.length })}
          checked={withResolved}
          onChange={({ currentTarget: { checked } }) => setWithResolved(checked)}
        />
      )}
    </section>
  )
}

type NewThreadProps = Pick<
  CommentsPanelProps,
  'image' | 'draft' | 'onDraft' | 'isPlacing' | 'onPlacing' | 'onOpen'
> & {
  aboutOf: (pin: Pin) => string
}

/** The form for the first comment of a thread; open as long as something typed is still to be sent. */
function NewThread(props: NewThreadProps) {
  const { image, draft, onDraft, isPlacing, onPlacing, onOpen, aboutOf } = props
  const { t } = useTranslation()
  const username = useViewer()?.username ?? ''
  const keptAs = keptKey(username, `image ${image.id}`)
  const { begin } = useSend(image.id)
  // Continues with the text that was typed before.
  const [takenUp] = useState<NewPin | null>(() =>
    draft === null && hasKeptText(keptAs) ? (keptPin(keptAs) ?? { kind: 'image' }) : null,
  )
  const takeUp = useEffectEvent(() => {
    if (takenUp !== null) onDraft(takenUp)
  })
  useEffect(() => takeUp(), [])
  useEffect(() => {
    if (draft !== null) keepPin(keptAs, draft)
  }, [keptAs, draft])
  if (draft === null) return null
  const send = async (comment: string, save_id: string) => {
    const thread = await begin({ params: { id: image.id }, body: { pin: draft, comment, save_id } })
    onOpen(thread)
  }
  return (
    <div className={classes['card']}>
      <div className={classes['about']}>
        <Text size="sm" fw={600}>
          {aboutOf(draft)}
        </Text>
        {draft.kind !== 'image' && (
          <Button size="compact-xs" variant="subtle" onClick={() => onDraft({ kind: 'image' })}>
            {t('comments.aboutImage')}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant={isPlacing ? 'light' : 'subtle'}
          aria-pressed={isPlacing}
          onClick={() => onPlacing(!isPlacing)}
        >
          {t('comments.choosePlace')}
        </Button>
      </div>
      {isPlacing && (
        <Text size="sm" component="output">
          {t('comments.choosing')}
        </Text>
      )}
      <CommentForm
        datasetId={image.dataset_id}
        label={t('comments.first')}
        keptAs={keptAs}
        focusFor={draft === takenUp ? null : draft}
        onSend={send}
        onDone={() => {
          forgetPin(keptAs)
          onDraft(null)
        }}
      />
    </div>
  )
}
