import { Button, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { type Dataset, shareDataset } from '#contract/datasets'
import type { GivenRole } from '#contract/roles'

import { useMay } from '../../api/rights.ts'
import { inUtc } from '../../i18n/time.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { IconUserPlus } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import cells from '../../ui/table.module.css'
import { type Member, members, useShareDataset } from './api.ts'
import { RoleList } from './role-list.tsx'
import { RoleSelect } from './role-select.tsx'
import { rolesOf, ShareDialog } from './share-dialog.tsx'

export function MembersTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(members(dataset.id))
  const may = useMay()
  const [inviting, setInviting] = useState(false)
  return (
    <Stack gap="md" align="flex-start">
      {!may(shareDataset) && dataset.owner !== '' && (
        <Text size="sm">{t('datasets.ownerInvites', { owner: dataset.owner })}</Text>
      )}
      {may(shareDataset) && (
        <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
          {t('datasets.inviteMembers')}
        </Button>
      )}
      <Title order={2}>{t('datasets.existingMembers')}</Title>
      <RoleList />
      {error !== null && data === undefined ? (
        <LoadFailed title={t('common.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('datasets.existingMembers')}
          columns={[
            { title: t('datasets.memberName') },
            { title: t('datasets.memberUsername') },
            { title: t('datasets.memberGroup') },
            { title: t('datasets.memberLastSeen') },
            { title: t('roles.role') },
          ]}
          rows={data?.map((member) => (
            <MemberRow
              key={member.username}
              member={member}
              role={<RoleCell dataset={dataset} member={member} members={data} />}
            />
          ))}
        />
      )}
      {inviting && <ShareDialog dataset={dataset} onClose={() => setInviting(false)} />}
    </Stack>
  )
}

interface RoleCellProps {
  dataset: Dataset
  member: Member
  members: readonly Member[]
}

/** A member's role, which whoever may share the dataset can change. */
function RoleCell({ dataset, member, members: all }: RoleCellProps) {
  const { username, role, given, groups } = member
  const { t } = useTranslation()
  const may = useMay()
  const share = useShareDataset(dataset.id, dataset.name)
  const byGroups = groups.length > 0 && role !== 'owner' && (
    <Text size="xs" c="dimmed">
      {given !== null && given !== role && `${t(`roles.names.${role}`)}: `}
      {t('datasets.byGroups', { groups: groups.join(', ') })}
    </Text>
  )
  if (given === null || !may(shareDataset)) {
    return (
      <>
        {t(`roles.names.${role}`)}
        {byGroups}
      </>
    )
  }
  const change = (chosen: GivenRole) => {
    const users = Array.from(rolesOf(all).set(username, chosen), ([name, roleOf]) => ({
      username: name,
      role: roleOf,
    }))
    share.mutate({ params: { id: dataset.id }, body: { users } })
  }
  return (
    <>
      <RoleSelect username={username} value={given} onChange={change} disabled={share.isPending} />
      {byGroups}
    </>
  )
}

function MemberRow({ member, role }: { member: Member; role: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Table.Tr>
      <Table.Td className={cells['text']}>{member.name}</Table.Td>
      <Table.Td className={cells['text']}>{member.username}</Table.Td>
      <Table.Td className={cells['text']}>{member.group}</Table.Td>
      <Table.Td className={cells['whole']}>
        {member.last_seen === null ? (
          <Text c="dimmed" size="sm" component="span">
            {t('datasets.never')}
          </Text>
        ) : (
          inUtc(member.last_seen)
        )}
      </Table.Td>
      <Table.Td>{role}</Table.Td>
    </Table.Tr>
  )
}
