import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { deleteImage, type Image } from '#contract/images'
import { exportPatients } from '#contract/patient-table'

import { useMay } from '../../api/rights.ts'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { IconDotsVertical, IconEye, IconFileTypeCsv } from '../../ui/icons.ts'
import { patientCsvAddress } from './api.ts'
import { DownloadItems } from './download-items.tsx'
import { FrameItem } from './frame-item.tsx'
import classes from './image-row-menu.module.css'
import { useAskToDelete } from './use-ask-to-delete.ts'

interface ImageRowMenuProps {
  image: Image
  address: string
  /** Entries of other features. */
  children?: ReactNode
}

/** The menu of an image in a row of the table. */
export function ImageRowMenu({ image, address, children }: ImageRowMenuProps) {
  const { t } = useTranslation()
  const may = useMay()
  const askToDelete = useAskToDelete(image)
  const { id, file_name: name } = image
  return (
    <Menu position="left-start" classNames={{ dropdown: classes['dropdown'] ?? '' }}>
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('common.menuOf', { name: `${id} ${name}` })}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={address} leftSection={<IconEye size={16} />}>
          {t('images.view')}
        </Menu.Item>
        <FrameItem image={image} />
        <Menu.Divider />
        {children}
        <Menu.Divider />
        <DownloadItems image={image} forms={['png', 'dicom']} />
        {may(exportPatients) && (
          <Menu.Item
            component="a"
            href={patientCsvAddress(image)}
            download
            leftSection={<IconFileTypeCsv size={16} />}
          >
            {t('images.exportCsv')}
          </Menu.Item>
        )}
        {may(deleteImage) && <DeleteItem label={t('images.delete')} onClick={askToDelete} />}
      </Menu.Dropdown>
    </Menu>
  )
}
