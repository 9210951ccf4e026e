import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { LimitSelect } from '../../ui/limit-select.tsx'
import { hasFailed, QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { userList } from './api.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { ExpirationDialog } from './expiration-dialog.tsx'
import { UserTable, type UserAction } from './user-table.tsx'

export function UsersPage({ viewer }: { viewer: User }) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(50)
  const [action, setAction] = useState<UserAction | null>(null)
  const query = useQuery(userList(limit))
  const { data } = query
  return (
    <Page
      title={t('users.title')}
      aside={data && t('users.total', { count: data.total })}
      actions={
        <>
          <LimitSelect limit={limit} onChange={setLimit} />
          <RefreshButton query={query} />
          <Button
            leftSection={<IconUserPlus size={16} />}
            onClick={() => setAction({ kind: 'create' })}
          >
            {t('users.createUser')}
          </Button>
        </>
      }
    >
      <QueryFailed title={t('users.listFailed')} query={query} />
      {!hasFailed(query) && <UserTable users={data?.users} onAction={setAction} />}
      {action !== null && (
        <UserActionDialog
          action={action}
          viewer={viewer}
          users={data?.users ?? []}
          onClose={() => setAction(null)}
        />
      )}
    </Page>
  )
}

interface UserActionDialogProps {
  action: UserAction
  viewer: User
  users: readonly User[]
  onClose: () => void
}

function UserActionDialog({ action, viewer, users, onClose }: UserActionDialogProps) {
  if (action.kind === 'create') return <CreateUserDialog onClose={onClose} />
  if (action.kind === 'edit') return <EditUserDialog user={action.user} onClose={onClose} />
  if (action.kind === 'renew') return <ExpirationDialog user={action.user} onClose={onClose} />
  const admins = users.filter((user) => user.is_admin)
  return <DeleteUserDialog user={action.user} viewer={viewer} admins={admins} onClose={onClose} />
}
