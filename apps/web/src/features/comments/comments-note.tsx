import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { IconMessageCircle } from '../../ui/icons.ts'
import classes from './comments-note.module.css'

/** The number of open comments on an image in a list; nothing if there are none. */
export function CommentsNote({ image: { openThreads: count } }: { image: Image }) {
  const { t } = useTranslation()
  if (count === 0) return null
  const label = t('comments.open', { count })
  return (
    <Tooltip label={label}>
      <span className={classes['note']}>
        <IconMessageCircle size={16} aria-hidden />
        <span aria-hidden>{count}</span>
        <VisuallyHidden>{label}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
