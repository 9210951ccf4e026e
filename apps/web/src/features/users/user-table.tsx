import { Badge, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'
import type { Site } from '#contract/sites'
import type { Account } from '#contract/users'

import { momentText } from '../../i18n/time.ts'
import {
  IconCalendarTime,
  IconCircle,
  IconCircleFilled,
  IconPencil,
  IconTrash,
} from '../../ui/icons.ts'
import { Moment } from '../../ui/moment.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import cells from '../../ui/table.module.css'
import { hasExpired } from './expired.ts'
import { type UserOrder, type UserOrderKey } from './listed-users.ts'
import { useSites } from './site-select.tsx'

export interface UserAction {
  kind: 'edit' | 'renew' | 'delete'
  user: Account
}

interface UserTableProps {
  /** Undefined while they are loading. */
  users: Account[] | undefined
  viewer: User
  order: UserOrder
  today: string
  onSort: (key: UserOrderKey) => void
  onAction: (action: UserAction) => void
}

export function UserTable({ users, viewer, order, today, onSort, onAction }: UserTableProps) {
  const { t } = useTranslation()
  const sort = (key: UserOrderKey) => ({
    isSorted: order.key === key,
    isAscending: order.isAscending,
    onSort: () => onSort(key),
  })
  const sites = useSites()
  const columns: Column[] = [
    { title: t('users.username'), sort: sort('username') },
    { title: t('users.name'), sort: sort('name') },
    { title: t('users.expiration'), sort: sort('expiration') },
    { title: t('users.admin'), sort: sort('admin') },
    { title: t('users.lastSeen'), sort: sort('lastSeen') },
    { title: t('users.delete'), align: 'centre' },
    { title: t('users.renew'), align: 'centre' },
    { title: t('users.edit'), align: 'centre' },
  ]
  return (
    <DataTable
      label={t('users.tableLabel')}
      columns={columns}
      rows={users?.map((user) => (
        <UserRow
          key={user.username}
          user={user}
          site={sites.find(({ id }) => id === user.site_id)}
          isViewer={user.username === viewer.username}
          today={today}
          onAction={onAction}
        />
      ))}
    />
  )
}

interface UserRowProps {
  user: Account
  /** Undefined if it belongs to none. */
  site: Site | undefined
  isViewer: boolean
  today: string
  onAction: (action: UserAction) => void
}

function UserRow({ user, site, isViewer, today, onAction }: UserRowProps) {
  const { t } = useTranslation()
  const name = user.username
  const Circle = user.is_admin ? IconCircleFilled : IconCircle
  return (
    <Table.Tr>
      <Table.Td className={cells['text']}>
        <Group gap="xs">
          {name}
          {user.locked_until !== null && (
            <Badge color="red" variant="dot" title={momentText(user.locked_until)}>
              {t('users.locked')}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td className={cells['text']}>
        {user.name}
        {site !== undefined && (
          <Text size="xs" c="dimmed">
            {t('sites.siteOf', { name: site.name })}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={cells['whole']}>
        <Group gap="xs" wrap="nowrap">
          {user.subscription_expiration}
          {hasExpired(user.subscription_expiration, today) && (
            <Badge color="orange" variant="dot">
              {t('users.expired')}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <Circle size={14} aria-hidden />
        <VisuallyHidden>
          {t(user.is_admin ? 'users.isAdmin' : 'users.isNoAdmin', { name })}
        </VisuallyHidden>
      </Table.Td>
      <Table.Td className={cells['whole']}>
        {user.last_seen === null ? t('users.neverSeen') : <Moment at={user.last_seen} />}
      </Table.Td>
      <Table.Td className={cells['centre']}>
        <RowButton
          label={t('users.deleteOf', { name })}
          unusable={isViewer ? t('users.notYourself') : undefined}
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
