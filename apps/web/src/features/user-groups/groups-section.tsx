import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { UserGroup } from '#contract/user-groups'

import { DataTable } from '../../ui/data-table.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { IconPencil, IconTrash, IconUsersPlus } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Section } from '../../ui/section.tsx'
import cells from '../../ui/table.module.css'
import { useDeleteGroup, userGroups } from './api.ts'
import { GroupDialog } from './group-dialog.tsx'

/** The groups of users, with which datasets can be shared at once. */
export function GroupsSection() {
  const { t } = useTranslation()
  const query = useQuery(userGroups)
  const [edited, setEdited] = useState<UserGroup | 'new' | null>(null)
  return (
    <Section title={t('userGroups.title')}>
      <Stack gap="md" align="flex-start">
        <Text size="sm">{t('userGroups.hint')}</Text>
        <QueryFailed title={t('common.loadFailed')} query={query} />
        {query.data !== undefined && query.data.length > 0 && (
          <DataTable
            label={t('userGroups.title')}
            columns={[
              { title: t('userGroups.name') },
              { title: t('userGroups.members') },
              { title: t('userGroups.datasets'), align: 'end' },
              { title: t('table.options'), isTitleHidden: true },
            ]}
            rows={query.data.map((group) => (
              <GroupRow key={group.id} group={group} onEdit={() => setEdited(group)} />
            ))}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconUsersPlus size={16} />}
          onClick={() => setEdited('new')}
        >
          {t('userGroups.create')}
        </Button>
      </Stack>
      {edited !== null && (
        <GroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Section>
  )
}

function GroupRow({ group, onEdit }: { group: UserGroup; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { id, name, users, datasets } = group
  const remove = useDeleteGroup(name)
  const ask = () =>
    confirm({
      title: t('userGroups.deleteOf', { name }),
      lines: [t('userGroups.deleteLoss', { count: datasets })],
      confirm: t('common.delete'),
      onConfirm: () => remove.mutate({ params: { id } }),
    })
  return (
    <Table.Tr>
      <Table.Td className={cells['text']}>{name}</Table.Td>
      <Table.Td className={cells['text']}>{users.join(', ')}</Table.Td>
      <Table.Td className={cells['number']}>{datasets}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <RowButton label={t('userGroups.editOf', { name })} onClick={onEdit}>
            <IconPencil size={18} />
          </RowButton>
          <RowButton
            label={t('userGroups.deleteOf', { name })}
            busy={remove.isPending}
            onClick={ask}
          >
            <IconTrash size={18} />
          </RowButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
