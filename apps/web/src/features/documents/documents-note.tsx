import { ActionIcon, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { IconFiles } from '../../ui/icons.ts'
import { useShowDocuments } from './use-show-documents.tsx'

/** A note beside an image if its study has documents of other systems, which a click lists. */
export function DocumentsNote({ image }: { image: Image }) {
  const { t } = useTranslation()
  const show = useShowDocuments(image)
  if (image.documents === 0) return null
  const label = t('documents.note', { count: image.documents })
  return (
    <Tooltip label={label} multiline maw={320}>
      <ActionIcon
        size="sm"
        color="gray"
        aria-label={t('documents.noteOf', { id: image.id, count: image.documents })}
        onClick={show}
      >
        <IconFiles size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
