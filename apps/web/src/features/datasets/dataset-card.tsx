import { ActionIcon, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { type Dataset, deleteDataset, shareDataset, updateDataset } from '#contract/datasets'
import { getImage } from '#contract/images'

import { addressOf } from '../../api/address.ts'
import { useStreamOpenings } from '../../api/live.ts'
import { mayWith } from '../../api/rights.ts'
import { useServerInfo } from '../../api/viewer.ts'
import { momentText } from '../../i18n/time.ts'
import cards from '../../ui/cards.module.css'
import { ExampleMark } from '../../ui/example-mark.tsx'
import { IconDotsVertical, IconPencil, IconShare, IconPhotoPlus } from '../../ui/icons.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { useDeleteDataset } from './api.ts'

interface DatasetCardProps {
  dataset: Dataset
  onShare: () => void
  onEdit: () => void
}

export function DatasetCard({ dataset, onShare, onEdit }: DatasetCardProps) {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  return (
    <li className={cards['card']}>
      <Thumbnail
        address={thumbnailOf(dataset)}
        none={t('datasets.noImages')}
        noneIcon={<IconPhotoPlus size={28} aria-hidden />}
        failed={t('datasets.thumbnailFailed')}
        attempt={useStreamOpenings()}
      />
      <div className={cards['body']}>
        <div className={cards['head']}>
          <h2 className={cards['name']}>
            <Link
              to={`/tabulardataset/${dataset.id}`}
              className={cards['link'] ?? ''}
              title={dataset.name}
            >
              {dataset.name}
            </Link>
          </h2>
          {mayWith(dataset.rights)(updateDataset) && (
            <DatasetMenu dataset={dataset} onShare={onShare} onEdit={onEdit} />
          )}
        </div>
        <div className={cards['foot']}>
          {dataset.example && <ExampleMark />}
          {dataset.emergency_until !== null && (
            <span>
              {t('emergencyAccess.until', { until: momentText(dataset.emergency_until) })}
            </span>
          )}
          <span>{t('datasets.images', { count: dataset.numberImages })}</span>
          <span>{t('datasets.annotated', { count: dataset.numberAnnotated })}</span>
          {dataset.role !== null && dataset.role !== 'owner' && (
            <span>{t('roles.yours', { role: t(`roles.names.${dataset.role}`) })}</span>
          )}
          {info.login_enabled && <span>{t('datasets.ownedBy', { owner: dataset.owner })}</span>}
          {dataset.users.length > 0 && <span>{t('datasets.shared')}</span>}
        </div>
      </div>
    </li>
  )
}

function thumbnailOf(dataset: Dataset): string | null {
  if (dataset.first_image_id === null) return null
  const query = { width: 250, thumbnail: 'true' }
  return addressOf(getImage, { params: { id: dataset.first_image_id }, query })
}

/** The menu of those who may at least edit the dataset. */
function DatasetMenu({ dataset, onShare, onEdit }: DatasetCardProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { name, numberImages, users } = dataset
  const may = mayWith(dataset.rights)
  const remove = useDeleteDataset(name)
  const ask = () =>
    confirm({
      title: t('datasets.deleteTitle', { name }),
      lines: [
        t('datasets.deleteLoss', { count: numberImages }),
        ...(users.length > 0 ? [t('datasets.deleteMembers', { count: users.length })] : []),
        t('datasets.deleteUndo'),
      ],
      confirm: t('datasets.delete'),
      onConfirm: () => remove.mutate({ params: { id: dataset.id } }),
    })
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('common.menuOf', { name })} className={cards['menu']}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may(shareDataset) && (
          <Menu.Item leftSection={<IconShare size={16} />} onClick={onShare}>
            {t('datasets.share')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {t('datasets.edit')}
        </Menu.Item>
        {may(deleteDataset) && <DeleteItem label={t('datasets.delete')} onClick={ask} />}
      </Menu.Dropdown>
    </Menu>
  )
}
