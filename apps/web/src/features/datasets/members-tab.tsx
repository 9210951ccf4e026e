import { Badge, Button, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'

import { inUtc } from '../../i18n/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { members } from './api.ts'
import classes from './members-tab.module.css'
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
        <ScrollRegion label={t('datasets.existingMembers')} className={classes['scroll']}>
          <Table aria-label={t('datasets.existingMembers')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('datasets.memberName')}</Table.Th>
                <Table.Th>{t('datasets.memberUsername')}</Table.Th>
                <Table.Th>{t('datasets.memberGroup')}</Table.Th>
                <Table.Th>{t('datasets.memberLastSeen')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data === undefined && <SkeletonRow />}
              {data?.map((member) => (
                <Table.Tr key={member.username}>
                  <Table.Td className={classes['name']}>
                    {member.name}{' '}
                    {member.is_owner && (
                      <Badge variant="light" size="sm">
                        {t('datasets.owner')}
                      </Badge>
                    )}
                  </Table.Td>
                  <Table.Td className={classes['name']}>{member.username}</Table.Td>
                  <Table.Td className={classes['name']}>{member.group}</Table.Td>
                  <Table.Td>
                    {member.last_seen === null ? (
                      <Text c="dimmed" size="sm" component="span">
                        {t('datasets.never')}
                      </Text>
                    ) : (
                      inUtc(member.last_seen)
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollRegion>
      )}
      {inviting && <ShareDialog dataset={dataset} onClose={() => setInviting(false)} />}
    </Stack>
  )
}

function SkeletonRow() {
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={4}>
        <Skeleton height={28} />
      </Table.Td>
    </Table.Tr>
  )
}
