import { ActionIcon, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Comment, Thread } from '#contract/comments'

import { ago, momentText } from '../../i18n/time.ts'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { IconDots, IconPencil } from '../../ui/icons.ts'
import { useDeleteComment, useSend } from './api.ts'
import { CommentForm } from './comment-form.tsx'
import classes from './comments.module.css'
import { piecesOf } from './mentioning.ts'
import { keptKey } from './use-kept-text.ts'

interface CommentEntryProps {
  comment: Comment
  thread: Thread
  datasetId: number
  mayWrite: boolean
}

/** A comment of a thread, with a menu for its author. */
export function CommentEntry({ comment, thread, datasetId, mayWrite }: CommentEntryProps) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const { change } = useSend(thread.image_id)
  if (comment.is_deleted) {
    return (
      <li className={classes['entry']}>
        <Text size="sm" c="dimmed" fs="italic">
          {t('comments.deleted')}
        </Text>
      </li>
    )
  }
  const { id, author, at, edited_at: editedAt, text } = comment
  return (
    <li className={classes['entry']}>
      <div className={classes['by']}>
        <strong title={author.username}>{author.name || author.username}</strong>
        <time dateTime={at} title={momentText(at)}>
          {ago(at)}
        </time>
        {editedAt !== null && <span title={momentText(editedAt)}>{t('comments.edited')}</span>}
        {comment.is_own && mayWrite && !isEditing && (
          <EntryMenu comment={comment} thread={thread} onEdit={() => setEditing(true)} />
        )}
      </div>
      {isEditing ? (
        <CommentForm
          datasetId={datasetId}
          label={t('comments.edit')}
          keptAs={keptKey(author.username, `comment ${id}`)}
          initial={text}
          focusFor="edit"
          onSend={(next) => change({ params: { id }, body: { comment: next } })}
          onDone={() => setEditing(false)}
        />
      ) : (
        <p className={classes['text']}>
          {piecesOf(text, comment.mentions).map(({ at: start, text: piece, isMention }) =>
            isMention ? <mark key={start}>{piece}</mark> : piece,
          )}
        </p>
      )}
    </li>
  )
}

interface EntryMenuProps {
  comment: Comment
  thread: Thread
  onEdit: () => void
}

function EntryMenu({ comment, thread, onEdit }: EntryMenuProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate: remove } = useDeleteComment(thread.image_id)
  const ask = () =>
    confirm({
      title: t('comments.delete'),
      lines: [t('comments.deleteQuestion')],
      confirm: t('common.delete'),
      onConfirm: () => remove({ params: { id: comment.id } }),
    })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('comments.menu')} className={classes['menu'] ?? ''}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {t('comments.edit')}
        </Menu.Item>
        <DeleteItem label={t('comments.delete')} onClick={ask} />
      </Menu.Dropdown>
    </Menu>
  )
}
