import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { threadsOf } from './api.ts'
import classes from './comments.module.css'

/** The number of open threads on an image; nothing if there are none. */
export function CommentCount({ imageId }: { imageId: number }) {
  const { t } = useTranslation()
  const { data: threads = [] } = useQuery(threadsOf(imageId))
  const open = threads.filter(({ resolved }) => resolved === null)
  if (open.length === 0) return null
  const isUnread = threads.some((thread) => thread.is_unread)
  return (
    <output
      className={classes['count']}
      data-unread={isUnread || undefined}
      aria-label={t('comments.open', { count: open.length })}
    >
      {open.length}
    </output>
  )
}
