import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { IconFiles } from '../../ui/icons.ts'
import { useShowDocuments } from './use-show-documents.tsx'

/** Says that the study of an image has documents of other systems, and lists them on a click. */
export function DocumentsFlag({ image }: { image: Image }) {
  const { t } = useTranslation()
  const show = useShowDocuments(image)
  if (image.documents === 0) return null
  return (
    <Button
      size="compact-sm"
      variant="light"
      color="gray"
      leftSection={<IconFiles size={14} aria-hidden />}
      aria-label={t('documents.noteOf', { id: image.id, count: image.documents })}
      onClick={show}
    >
      {t('documents.flag', { count: image.documents })}
    </Button>
  )
}
