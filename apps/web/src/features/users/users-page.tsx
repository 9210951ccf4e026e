import { Box, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterText } from '../../ui/filter-text.tsx'
import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { IconUserPlus } from '../../ui/icons.ts'
import { LimitSelect } from '../../ui/limit-select.tsx'
import { hasFailed, QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { userList } from './api.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { ExpirationDialog } from './expiration-dialog.tsx'
import { todayInUtc } from './expired.ts'
import { listedUsers, type UserOrder, type UserState, userStates } from './listed-users.ts'
import { SecondFactorRule } from './second-factor-rule.tsx'
import { UserTable, type UserAction } from './user-table.tsx'

interface UsersPageProps {
  viewer: User
  /** The groups of users. */
  groups: ReactNode
}

export function UsersPage({ viewer, groups }: UsersPageProps) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(50)
  const [action, setAction] = useState<UserAction | null>(null)
  const [isCreating, setCreating] = useOpened('account')
  const [text, setText] = useState('')
  const [state, setState] = useState<UserState>('all')
  const [order, setOrder] = useState<UserOrder>({ key: 'username', isAscending: true })
  const [today] = useState(todayInUtc)
  const query = useQuery(userList(limit, text))
  const { data } = query
  const listed = data && listedUsers(data.users, state, order, today)
  return (
    <Page
      title={t('users.title')}
      aside={data && t('users.total', { count: data.total })}
      actions={
        <>
          <LimitSelect limit={limit} onChange={setLimit} />
          <RefreshButton query={query} />
          <Button leftSection={<IconUserPlus size={16} />} onClick={() => setCreating(true)}>
            {t('users.createUser')}
          </Button>
        </>
      }
    >
      <Group mb="md" align="end">
        <FilterText label={t('users.search')} value={text} onChange={setText} />
        <ChoiceSelect
          label={t('users.show')}
          data={userStates.map((value) => ({ value, label: t(`users.states.${value}`) }))}
          value={state}
          onChange={setState}
        />
        <SecondFactorRule />
      </Group>
      <QueryFailed title={t('users.listFailed')} query={query} />
      {listed?.length === 0 && (
        <EmptyState title={t('users.noneFound')}>{t('users.noneFoundHint')}</EmptyState>
      )}
      {!hasFailed(query) && listed?.length !== 0 && (
        <UserTable
          users={listed}
          viewer={viewer}
          order={order}
          today={today}
          onSort={(key) =>
            setOrder({ key, isAscending: order.key === key ? !order.isAscending : true })
          }
          onAction={setAction}
        />
      )}
      <Box mt="xl">{groups}</Box>
      {isCreating && data !== undefined && (
        <CreateUserDialog sendsMail={data.sends_mail} onClose={() => setCreating(false)} />
      )}
      {action !== null && (
        <UserActionDialog
          action={action}
          viewer={viewer}
          sendsMail={data?.sends_mail ?? false}
          onClose={() => setAction(null)}
        />
      )}
    </Page>
  )
}

interface UserActionDialogProps {
  action: UserAction
  viewer: User
  /** Whether the server can mail links. */
  sendsMail: boolean
  onClose: () => void
}

function UserActionDialog({ action, viewer, sendsMail, onClose }: UserActionDialogProps) {
  if (action.kind === 'edit')
    return <EditUserDialog user={action.user} sendsMail={sendsMail} onClose={onClose} />
  if (action.kind === 'renew') return <ExpirationDialog user={action.user} onClose={onClose} />
  return <DeleteUserDialog user={action.user} viewer={viewer} onClose={onClose} />
}
