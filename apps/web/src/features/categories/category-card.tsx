import { ActionIcon, Menu, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { CountedCategory } from '#contract/categories'

import { useServerInfo } from '../../api/viewer.ts'
import cards from '../../ui/cards.module.css'
import { HueDot } from '../../ui/hue-dot.tsx'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { IconDotsVertical, IconPencil } from '../../ui/icons.ts'
import { useDeleteCategory } from './api.ts'

interface CategoryCardProps {
  category: CountedCategory
  /** Whether the viewer may change it. */
  editable: boolean
  onEdit: () => void
}

export function CategoryCard({ category, editable, onEdit }: CategoryCardProps) {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const { numberAnnotations: used } = category
  return (
    <li className={cards['card']}>
      <div className={cards['body']}>
        <div className={cards['head']}>
          <h2 title={category.name} className={cards['name']}>
            <HueDot color={category.color} /> {category.name}
          </h2>
          {editable && <CategoryMenu category={category} onEdit={onEdit} />}
        </div>
        <Text size="sm">
          {used === 0 ? t('categories.unused') : t('categories.used', { count: used })}
        </Text>
        {info.login_enabled && (
          <footer className={cards['foot']}>
            {t('categories.createdBy', { creator: category.creator })}
          </footer>
        )}
      </div>
    </li>
  )
}

function CategoryMenu({ category, onEdit }: { category: CountedCategory; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { name } = category
  const remove = useDeleteCategory(name)
  const ask = () =>
    confirm({
      title: t('categories.deleteTitle', { name }),
      lines: [
        t('categories.deleteLoss', { count: category.numberAnnotations }),
        t('categories.deleteUndo'),
      ],
      confirm: t('common.delete'),
      onConfirm: () => remove.mutate({ params: { id: category.id } }),
    })
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('common.menuOf', { name })} className={cards['menu']}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {t('common.edit')}
        </Menu.Item>
        <DeleteItem label={t('common.delete')} onClick={ask} />
      </Menu.Dropdown>
    </Menu>
  )
}
