import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { deleteImage, type Image } from '#contract/images'

import { useStreamOpenings } from '../../api/live.ts'
import { useMay } from '../../api/rights.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { patientNameIn } from '../../i18n/patient-name.ts'
import { useTold } from '../../i18n/told.ts'
import cards from '../../ui/cards.module.css'
import { IconDotsVertical, IconUserEdit } from '../../ui/icons.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { thumbnailAddress } from './api.ts'
import { DownloadItems } from './download-items.tsx'
import { FrameItem } from './frame-item.tsx'
import classes from './image-card.module.css'
import { useAskToDelete } from './use-ask-to-delete.ts'

interface ImageCardProps {
  image: Image
  /** Address of the image in the annotator. */
  address: string
  /** Chooses the image. */
  checkbox: ReactNode
  /** Notes on the image. */
  children: ReactNode
}

/** An image in a list. */
export function ImageCard({ image, address, checkbox, children }: ImageCardProps) {
  const { t } = useTranslation()
  const { told } = useTold()
  const taken = image.annotating.length > 0
  const { id, file_name: name } = image
  const patientName = patientNameIn(currentLanguage(), image)
  return (
    <li className={`${cards['card']} ${classes['image']}`} data-taken={taken || undefined}>
      <Thumbnail
        address={image.missing || image.undecodable !== '' ? null : thumbnailAddress(image)}
        none={image.missing ? t('images.missing') : told(image.undecodable_told)}
        failed={t('images.thumbnailFailed')}
        attempt={useStreamOpenings()}
      />
      <div className={classes['checkbox']}>{checkbox}</div>
      <div className={cards['body']}>
        <div className={cards['head']}>
          <h2 className={cards['name']}>
            <Link
              to={address}
              className={cards['link'] ?? ''}
              title={[id, patientName, name].filter((part) => part !== '').join(' ')}
            >
              <span className={classes['id']}>{id}</span>{' '}
              {patientName !== '' && <span>{patientName} </span>}
              <span className={classes['file']}>{name}</span>
            </Link>
          </h2>
          <ImageMenu image={image} />
        </div>
        <div className={classes['flags']}>{children}</div>
        <div className={cards['foot']}>
          {taken ? (
            <span className={classes['annotators']}>
              <IconUserEdit size={14} aria-hidden />
              {t('images.annotating', { names: image.annotating.join(', ') })}
            </span>
          ) : (
            <span>{t('images.annotations', { count: image.numberAnnotations })}</span>
          )}
        </div>
      </div>
    </li>
  )
}

function ImageMenu({ image }: { image: Image }) {
  const { t } = useTranslation()
  const may = useMay()
  const askToDelete = useAskToDelete(image)
  const { id, file_name: name } = image
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          size="sm"
          aria-label={t('common.menuOf', { name: `${id} ${name}` })}
          className={cards['menu']}
        >
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <FrameItem image={image} />
        <DownloadItems image={image} forms={['original', 'png', 'dicom']} />
        {may(deleteImage) && <DeleteItem label={t('images.delete')} onClick={askToDelete} />}
      </Menu.Dropdown>
    </Menu>
  )
}
