import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useStreamOpenings } from '../../api/live.ts'
import { useTold } from '../../i18n/told.ts'
import { SmallThumbnail } from '../../ui/small-thumbnail.tsx'
import { thumbnailAddress } from './api.ts'

/** The photograph in a row of the table. */
export function ImagePicture({ image }: { image: Image }) {
  const { t } = useTranslation()
  const { told } = useTold()
  return (
    <SmallThumbnail
      address={image.missing || image.undecodable !== '' ? null : thumbnailAddress(image)}
      alt={t('images.pictureOf', { name: image.file_name })}
      none={image.missing ? t('images.missing') : told(image.undecodable_told)}
      failed={t('images.thumbnailFailed')}
      attempt={useStreamOpenings()}
    />
  )
}
