import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import { usualRole, type GivenRole } from '#contract/roles'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type Member, members, useShareDataset } from './api.ts'
import { MemberSelect } from './member-select.tsx'
import { RoleList } from './role-list.tsx'
import { RoleSelect } from './role-select.tsx'

interface ShareDialogProps {
  dataset: Dataset
  onClose: () => void
}

export function ShareDialog({ dataset, onClose }: ShareDialogProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(members(dataset.id))
  return (
    <Dialog opened title={t('datasets.shareTitle', { name: dataset.name })} onClose={onClose}>
      {data !== undefined && (
        <ShareForm dataset={dataset} current={rolesOf(data)} onClose={onClose} />
      )}
      {data === undefined && error !== null && (
        <LoadFailed title={t('common.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}

/** The role of each member but the owner, by username. */
export function rolesOf(all: readonly Member[]): Map<string, GivenRole> {
  return new Map(
    all.flatMap(({ username, role }) => (role === 'owner' ? [] : [[username, role] as const])),
  )
}

function ShareForm({
  dataset,
  current,
  onClose,
}: ShareDialogProps & { current: ReadonlyMap<string, GivenRole> }) {
  const { t } = useTranslation()
  const share = useShareDataset(dataset.id, dataset.name)
  const [roles, setRoles] = useState(current)
  const choose = (usernames: string[]) =>
    setRoles(new Map(usernames.map((name) => [name, roles.get(name) ?? usualRole])))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const users = Array.from(roles, ([username, role]) => ({ username, role }))
    share.mutate({ params: { id: dataset.id }, body: { users } }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <MemberSelect owner={dataset.owner} value={[...roles.keys()]} onChange={choose} />
        {roles.size > 0 && (
          <Stack gap="xs">
            {Array.from(roles, ([username, role]) => (
              <Group key={username} justify="space-between" wrap="nowrap">
                <Text size="sm" truncate title={username}>
                  {username}
                </Text>
                <RoleSelect
                  username={username}
                  value={role}
                  onChange={(chosen) => setRoles(new Map(roles).set(username, chosen))}
                />
              </Group>
            ))}
          </Stack>
        )}
        <RoleList />
      </Stack>
      <DialogButtons submit={t('common.save')} busy={share.isPending} onCancel={onClose} />
    </form>
  )
}
