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
import { UserTable, type UserDeed } from './user-table.tsx'

export function UsersPage({ viewer }: { viewer: User }) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(50)
  const [deed, setDeed] = useState<UserDeed | null>(null)
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
            onClick={() => setDeed({ kind: 'create' })}
          >
            {t('users.createUser')}
          </Button>
        </>
      }
    >
      <QueryFailed title={t('users.listFailed')} query={query} />
      {!hasFailed(query) && <UserTable users={data?.users} onDeed={setDeed} />}
      {deed !== null && (
        <DeedDialog
          deed={deed}
          viewer={viewer}
          users={data?.users ?? []}
          onClose={() => setDeed(null)}
        />
      )}
    </Page>
  )
}

interface DeedDialogProps {
  deed: UserDeed
  viewer: User
  users: readonly User[]
  onClose: () => void
}

function DeedDialog({ deed, viewer, users, onClose }: DeedDialogProps) {
  if (deed.kind === 'create') return <CreateUserDialog onClose={onClose} />
  if (deed.kind === 'edit') return <EditUserDialog user={deed.user} onClose={onClose} />
  if (deed.kind === 'renew') return <ExpirationDialog user={deed.user} onClose={onClose} />
  const admins = users.filter((user) => user.is_admin)
  return <DeleteUserDialog user={deed.user} viewer={viewer} admins={admins} onClose={onClose} />
}
