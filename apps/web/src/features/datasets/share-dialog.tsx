import { Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import { usualRole, type GivenRole } from '#contract/roles'
import type { NamedGroup } from '#contract/user-groups'

import { UserSelect } from '../../api/user-select.tsx'
import { useViewer } from '../../api/viewer.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { groupNames, type Member, members, sharedGroups, useShareDataset } from './api.ts'
import { RoleList } from './role-list.tsx'
import { RoleSelect } from './role-select.tsx'

interface ShareDialogProps {
  dataset: Dataset
  onClose: () => void
}

export function ShareDialog({ dataset, onClose }: ShareDialogProps) {
  const { t } = useTranslation()
  const people = useQuery(members(dataset.id))
  const shared = useQuery(sharedGroups(dataset.id))
  const groups = useQuery(groupNames)
  return (
    <Dialog opened title={t('datasets.shareTitle', { name: dataset.name })} onClose={onClose}>
      <QueryFailed title={t('common.loadFailed')} query={people} />
      <QueryFailed title={t('common.loadFailed')} query={shared} />
      <QueryFailed title={t('common.loadFailed')} query={groups} />
      {people.data !== undefined && shared.data !== undefined && groups.data !== undefined && (
        <ShareForm
          dataset={dataset}
          groups={groups.data}
          current={{
            users: rolesOf(people.data),
            groups: new Map(shared.data.map(({ id, role }) => [id, role])),
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

/** The role given to each member in person, by username. */
export function rolesOf(all: readonly Member[]): Map<string, GivenRole> {
  return new Map(
    all.flatMap(({ username, given }) => (given === null ? [] : [[username, given] as const])),
  )
}

interface ShareFormProps extends ShareDialogProps {
  groups: readonly NamedGroup[]
  current: {
    readonly users: ReadonlyMap<string, GivenRole>
    /** By the ids of the groups. */
    readonly groups: ReadonlyMap<number, GivenRole>
  }
}

function ShareForm({ dataset, groups: offered, current, onClose }: ShareFormProps) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const share = useShareDataset(dataset.id, dataset.name)
  const [users, setUsers] = useState(current.users)
  const [groups, setGroups] = useState(current.groups)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const body = {
      users: Array.from(users, ([username, role]) => ({ username, role })),
      groups: Array.from(groups, ([id, role]) => ({ id, role })),
    }
    share.mutate({ params: { id: dataset.id }, body }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <UserSelect
          label={t('datasets.sharedWith')}
          description={t('datasets.sharedWithHint')}
          except={[dataset.owner, viewer?.username ?? '']}
          value={[...users.keys()]}
          onChange={(names) => setUsers(withRoles(names, users))}
        />
        <Roles roles={users} nameOf={(username) => username} onChange={setUsers} />
        {offered.length > 0 && (
          <MultiSelect
            label={t('datasets.sharedWithGroups')}
            placeholder={groups.size === 0 ? t('datasets.findGroup') : ''}
            searchable
            hidePickedOptions
            comboboxProps={{ position: 'top' }}
            data={offered.map(({ id, name, members: count }) => ({
              value: String(id),
              label: `${name} (${count})`,
            }))}
            value={[...groups.keys()].map(String)}
            onChange={(ids) => setGroups(withRoles(ids.map(Number), groups))}
          />
        )}
        <Roles
          roles={groups}
          nameOf={(id) => offered.find((group) => group.id === id)?.name ?? ''}
          onChange={setGroups}
        />
        <RoleList />
      </Stack>
      <DialogButtons submit={t('common.save')} busy={share.isPending} onCancel={onClose} />
    </form>
  )
}

/** The chosen ones with their roles; new ones get the usual role. */
function withRoles<Key>(
  keys: readonly Key[],
  before: ReadonlyMap<Key, GivenRole>,
): ReadonlyMap<Key, GivenRole> {
  return new Map(keys.map((key) => [key, before.get(key) ?? usualRole]))
}

interface RolesProps<Key> {
  roles: ReadonlyMap<Key, GivenRole>
  nameOf: (key: Key) => string
  onChange: (roles: ReadonlyMap<Key, GivenRole>) => void
}

/** The role of each chosen user or group, to change. */
function Roles<Key extends string | number>({ roles, nameOf, onChange }: RolesProps<Key>) {
  if (roles.size === 0) return null
  return (
    <Stack gap="xs">
      {Array.from(roles, ([key, role]) => (
        <Group key={key} justify="space-between" wrap="nowrap">
          <Text size="sm" truncate title={nameOf(key)}>
            {nameOf(key)}
          </Text>
          <RoleSelect
            username={nameOf(key)}
            value={role}
            onChange={(chosen) => onChange(new Map(roles).set(key, chosen))}
          />
        </Group>
      ))}
    </Stack>
  )
}
