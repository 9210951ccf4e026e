import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { ImageQuery } from './image-query.ts'

interface OpenCommentsFilterProps {
  value: ImageQuery['open_comments']
  onChange: (value: 'true' | undefined) => void
}

/** Narrows a list down to images with comments that are open. */
export function OpenCommentsFilter({ value, onChange }: OpenCommentsFilterProps) {
  const { t } = useTranslation()
  return (
    <Checkbox
      label={t('comments.onlyOpen')}
      checked={value === 'true'}
      onChange={({ currentTarget: { checked } }) => onChange(checked ? 'true' : undefined)}
    />
  )
}
