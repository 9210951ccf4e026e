import { useTranslation } from 'react-i18next'

import { IconUsers } from '../../../ui/icons.ts'
import classes from '../annotate-page.module.css'
import type { Presence } from './use-live-image.ts'

/** Lists the other users of the image, and warns if the user has it open twice. */
export function PresenceBanner({ presence: { others, isElsewhere } }: { presence: Presence }) {
  const { t } = useTranslation()
  if (others.length === 0 && !isElsewhere) return null
  const lines = [
    others.length > 0 && t('annotations.also', { count: others.length, names: others.join(', ') }),
    isElsewhere && t('annotations.elsewhere'),
  ]
  return (
    <output className={classes['others']}>
      <IconUsers size={16} aria-hidden />
      {lines.filter(Boolean).join(' ')}
    </output>
  )
}
