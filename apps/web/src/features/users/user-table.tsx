import { ActionIcon, Skeleton, Table, Tooltip, VisuallyHidden } from '@mantine/core'
import {
  IconCalendarTime,
  IconCircle,
  IconCircleFilled,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { ScrollRegion } from '../../ui/scroll-region.tsx'
import type { UserDeed } from './users-page.tsx'
import classes from './users-page.module.css'

interface UserTableProps {
  /** Undefined while they are loading. */
  users: User[] | undefined
  onDeed: (deed: UserDeed) => void
}

export function UserTable({ users, onDeed }: UserTableProps) {
  const { t } = useTranslation()
  const centred = { className: classes['centre'] }
  return (
    <ScrollRegion label={t('users.tableLabel')} className={classes['scroll']}>
      <Table highlightOnHover aria-label={t('users.tableLabel')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('users.username')}</Table.Th>
            <Table.Th>{t('users.name')}</Table.Th>
            <Table.Th>{t('users.expiration')}</Table.Th>
            <Table.Th {...centred}>{t('users.admin')}</Table.Th>
            <Table.Th {...centred}>{t('users.delete')}</Table.Th>
            <Table.Th {...centred}>{t('users.renew')}</Table.Th>
            <Table.Th {...centred}>{t('users.edit')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users === undefined
            ? [0, 1, 2].map((row) => <SkeletonRow key={row} />)
            : users.map((user) => <UserRow key={user.username} user={user} onDeed={onDeed} />)}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}

function SkeletonRow() {
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={7}>
        <Skeleton height={28} />
      </Table.Td>
    </Table.Tr>
  )
}

function UserRow({ user, onDeed }: { user: User; onDeed: (deed: UserDeed) => void }) {
  const { t } = useTranslation()
  const name = user.username
  const Circle = user.is_admin ? IconCircleFilled : IconCircle
  return (
    <Table.Tr>
      <Table.Td className={classes['name']}>{user.username}</Table.Td>
      <Table.Td className={classes['name']}>{user.name}</Table.Td>
      <Table.Td>{user.subscription_expiration}</Table.Td>
      <Table.Td className={classes['centre']}>
        <Circle size={14} aria-hidden />
        <VisuallyHidden>
          {t(user.is_admin ? 'users.isAdmin' : 'users.isNoAdmin', { name })}
        </VisuallyHidden>
      </Table.Td>
      <Table.Td className={classes['centre']}>
        <RowButton
          label={t('users.deleteOf', { name })}
          onClick={() => onDeed({ kind: 'delete', user })}
        >
          <IconTrash size={16} />
        </RowButton>
      </Table.Td>
      <Table.Td className={classes['centre']}>
        <RowButton
          label={t('users.renewOf', { name })}
          onClick={() => onDeed({ kind: 'renew', user })}
        >
          <IconCalendarTime size={16} />
        </RowButton>
      </Table.Td>
      <Table.Td className={classes['centre']}>
        <RowButton
          label={t('users.editOf', { name })}
          onClick={() => onDeed({ kind: 'edit', user })}
        >
          <IconPencil size={16} />
        </RowButton>
      </Table.Td>
    </Table.Tr>
  )
}

interface RowButtonProps {
  label: string
  onClick: () => void
  children: ReactNode
}

function RowButton({ label, onClick, children }: RowButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
