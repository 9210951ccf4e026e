import { Badge, Button, Stack, Table, Text, Title } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'

import { inUtc } from '../../i18n/format.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import cells from '../../ui/table.module.css'
import { type Member, members } from './api.ts'
import { ShareDialog } from './share-dialog.tsx'

export function MembersTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(members(dataset.id))
  const [inviting, setInviting] = useState(false)
  return (
    <Stack gap="md" align="flex-start">
      {dataset.permissions.owner && (
        <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
          {t('datasets.inviteMembers')}
        </Button>
      )}
      <Title order={2}>{t('datasets.existingMembers')}</Title>
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
          ]}
          rows={data?.map((member) => (
            <MemberRow key={member.username} member={member} />
          ))}
        />
      )}
      {inviting && <ShareDialog dataset={dataset} onClose={() => setInviting(false)} />}
    </Stack>
  )
}

function MemberRow({ member }: { member: Member }) {
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
    </Table.Tr>
  )
}
