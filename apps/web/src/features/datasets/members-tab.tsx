import { Badge, Button, Stack, Switch, Table, Text, Title } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'

import { inUtc } from '../../i18n/time.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import cells from '../../ui/table.module.css'
import { type Member, members, useNameClinicians } from './api.ts'
import { ShareDialog } from './share-dialog.tsx'

export function MembersTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(members(dataset.id))
  const [inviting, setInviting] = useState(false)
  return (
    <Stack gap="md" align="flex-start">
      {!dataset.permissions.owner && dataset.owner !== '' && (
        <Text size="sm">{t('datasets.ownerInvites', { owner: dataset.owner })}</Text>
      )}
      {dataset.permissions.owner && (
        <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
          {t('datasets.inviteMembers')}
        </Button>
      )}
      <Title order={2}>{t('datasets.existingMembers')}</Title>
      <Text size="sm" c="dimmed">
        {t('datasets.clinicianHint')}
      </Text>
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
            { title: t('datasets.clinician') },
          ]}
          rows={data?.map((member) => (
            <MemberRow
              key={member.username}
              member={member}
              clinician={<ClinicianSwitch dataset={dataset} member={member} members={data} />}
            />
          ))}
        />
      )}
      {inviting && <ShareDialog dataset={dataset} onClose={() => setInviting(false)} />}
    </Stack>
  )
}

interface ClinicianSwitchProps {
  dataset: Dataset
  member: Member
  members: readonly Member[]
}

/** Whether a member may confirm analyses. The owner always may, and decides about the others. */
function ClinicianSwitch({ dataset, member, members: all }: ClinicianSwitchProps) {
  const { t } = useTranslation()
  const name = useNameClinicians(dataset.id)
  const change = (isClinician: boolean) => {
    const users = all
      .filter((each) => (each === member ? isClinician : each.is_clinician && !each.is_owner))
      .map(({ username }) => username)
    name.mutate({ params: { id: dataset.id }, body: { users } })
  }
  return (
    <Switch
      aria-label={t('datasets.clinicianOf', { username: member.username })}
      checked={member.is_clinician}
      disabled={member.is_owner || !dataset.permissions.owner || name.isPending}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}

function MemberRow({ member, clinician }: { member: Member; clinician: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Table.Tr>
      <Table.Td className={cells['text']}>
        {member.name}{' '}
        {member.is_owner && (
          <Badge variant="light" size="sm">
            {t('datasets.owner')}
          </Badge>
        )}
      </Table.Td>
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
      <Table.Td>{clinician}</Table.Td>
    </Table.Tr>
  )
}
