import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { CommentNotice } from '#contract/comments'

import { useServerInfo } from '../../api/viewer.ts'
import { ago } from '../../i18n/time.ts'
import { IconBell, IconCheck } from '../../ui/icons.ts'
import { noticeList, unreadNotices, useMarkRead } from './api.ts'
import classes from './notices.module.css'

/** The comments that mention or answer the user; nothing on a server without login. */
export function NoticesButton() {
  const { info } = useServerInfo()
  return info.login_enabled ? <Notices /> : null
}

function Notices() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(unreadNotices)
  const unread = data?.unread ?? 0
  const label = t('comments.notices.unread', { count: unread })
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width="23rem">
      <Menu.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon size="md" aria-label={label} className={classes['button'] ?? ''}>
            <IconBell size={20} />
            {unread > 0 && (
              <span className={classes['count']} aria-hidden>
                {unread > 99 ? '99+' : unread}
              </span>
            )}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes['list'] ?? ''}>
        {isOpen && <NoticeItems hasUnread={unread > 0} />}
      </Menu.Dropdown>
    </Menu>
  )
}

function NoticeItems({ hasUnread }: { hasUnread: boolean }) {
  const { t } = useTranslation()
  const { data: notices, error } = useQuery(noticeList)
  const markRead = useMarkRead()
  if (notices === undefined || notices.length === 0) {
    const told = error === null ? 'none' : 'failed'
    // A menu needs an entry, which also has the text read aloud.
    return (
      <Menu.Item c="dimmed" aria-disabled closeMenuOnClick={false}>
        {t(`comments.notices.${notices === undefined && error === null ? 'loading' : told}`)}
      </Menu.Item>
    )
  }
  return (
    <>
      {hasUnread && (
        <>
          <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => markRead(null)}>
            {t('comments.notices.readAll')}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      {notices.map((notice) => (
        <NoticeItem key={notice.comment_id} notice={notice} />
      ))}
    </>
  )
}

function NoticeItem({ notice }: { notice: CommentNotice }) {
  const { t } = useTranslation()
  const { author, reason, image, dataset, text, at } = notice
  return (
    <Menu.Item
      component={Link}
      to={`/annotate/${image.id}?thread=${notice.thread_id}`}
      className={classes['item'] ?? ''}
      data-unread={notice.is_read ? undefined : true}
    >
      <span className={classes['what']}>
        {t(`comments.notices.${reason}`, { name: author.name || author.username })}{' '}
        <span className={classes['when']}>{ago(at)}</span>
      </span>
      <span className={classes['text']}>{text}</span>
      <span className={classes['where']}>
        {image.file_name} · {dataset.name}
      </span>
    </Menu.Item>
  )
}
