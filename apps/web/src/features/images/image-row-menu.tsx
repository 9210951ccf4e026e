import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDotsVertical,
  IconEye,
  IconFileDownload,
  IconFileTypeCsv,
  IconPhotoDown,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Image } from '#contract/images'

import { DeleteItem } from '../../ui/delete-item.tsx'
import { dicomAddress, downloadAddress, patientCsvAddress } from './api.ts'
import { useAskToDelete } from './use-ask-to-delete.ts'

interface ImageRowMenuProps {
  image: Image
  address: string
  /** Entries of other features. */
  children?: ReactNode
}

/** What can be done with the image of a row in the table. */
export function ImageRowMenu({ image, address, children }: ImageRowMenuProps) {
  const { t } = useTranslation()
  const askToDelete = useAskToDelete(image)
  const { id, file_name: name } = image
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={t('common.menuOf', { name: `${id} ${name}` })}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={address} leftSection={<IconEye size={16} />}>
          {t('images.view')}
        </Menu.Item>
        {children}
        <DownloadItem icon={IconPhotoDown} address={downloadAddress(image)}>
          {t('images.downloadPng')}
        </DownloadItem>
        <DownloadItem icon={IconFileDownload} address={dicomAddress(image)}>
          {t('images.downloadDcm')}
        </DownloadItem>
        <DeleteItem label={t('images.delete')} onClick={askToDelete} />
        <DownloadItem icon={IconFileTypeCsv} address={patientCsvAddress(image)}>
          {t('images.exportCsv')}
        </DownloadItem>
      </Menu.Dropdown>
    </Menu>
  )
}

interface DownloadItemProps {
  icon: typeof IconEye
  address: string
  children: string
}

function DownloadItem({ icon: Icon, address, children }: DownloadItemProps) {
  return (
    <Menu.Item component="a" href={address} download leftSection={<Icon size={16} />}>
      {children}
    </Menu.Item>
  )
}
