import { Table, VisuallyHidden } from '@mantine/core'
import {
  IconCalendarTime,
  IconCircle,
  IconCircleFilled,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { type Column, DataTable } from '../../ui/data-table.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import cells from '../../ui/table.module.css'

export type UserAction = { kind: 'create' } | { kind: 'edit' | 'renew' | 'delete'; user: User }

interface UserTableProps {
  /** Undefined while loading. */
  users: User[] | undefined
  onAction: (action: UserAction) => void
}

export function UserTable({ users, onAction }: UserTableProps) {
  const { t } = useTranslation()
  const columns: Column[] = [
    { title: t('users.username') },
    { title: t('users.name') },
    { title: t('users.expiration') },
    { title: t('users.admin'), align: 'centre' },
    { title: t('users.delete'), align: 'centre' },
    { title: t('users.renew'), align: 'centre' },
    { title: t('users.edit'), align: 'centre' },
  ]
  return (
    <DataTable
      label={t('users.tableLabel')}
      columns={columns}
      rows={users?.map((user) => (
        <UserRow key={user.username} user={user} onAction={onAction} />
      ))}
    />
  )
}

function UserRow({ user, onAction }: { user: User; onAction: (action: UserAction) => void }) {
  const { t } = useTranslation()
  const name = user.username
  const Circle = user.is_admin ? IconCircleFilled : IconCircle
  return (
    <Table.Tr>
      <Table.Td className={cells['text']}>{user.username}</Table.Td>
      <Table.Td className={cells['text']}>{user.name}</Table.Td>
      <Table.Td className={cells['whole']}>{user.subscription_expiration}</Table.Td>
      <Table.Td className={cells['centre']}>
        <Circle size={14} aria-hidden />
        <VisuallyHidden>
          {t(user.is_admin ? 'users.isAdmin' : 'users.isNoAdmin', { name })}
        </VisuallyHidden>
      </Table.Td>
      <Table.Td className={cells['centre']}>
        <RowButton
          label={t('users.deleteOf', { name })}
          onClick={() => onAction({ kind: 'delete', user })}
        >
          <IconTrash size={16} />
        </RowButton>
      </Table.Td>
      <Table.Td className={cells['centre']}>
        <RowButton
          label={t('users.renewOf', { name })}
          onClick={() => onAction({ kind: 'renew', user })}
        >
          <IconCalendarTime size={16} />
        </RowButton>
      </Table.Td>
      <Table.Td className={cells['centre']}>
        <RowButton
          label={t('users.editOf', { name })}
          onClick={() => onAction({ kind: 'edit', user })}
        >
          <IconPencil size={16} />
        </RowButton>
      </Table.Td>
    </Table.Tr>
  )
}
