import { Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { UserGroup } from '#contract/user-groups'

import { UserSelect } from '../../api/user-select.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useCreateGroup, useUpdateGroup } from './api.ts'

interface GroupDialogProps {
  /** Null for a new one. */
  group: UserGroup | null
  onClose: () => void
}

/** Name and members of a group of users. */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { t } = useTranslation()
  const create = useCreateGroup()
  const update = useUpdateGroup()
  const [name, setName] = useState(group?.name ?? '')
  const [users, setUsers] = useState(group?.users ?? [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const body = { name: name.trim(), users }
    if (group === null) create.mutate({ body }, { onSuccess: onClose })
    else update.mutate({ params: { id: group.id }, body }, { onSuccess: onClose })
  }
  return (
    <Dialog
      opened
      title={group === null ? t('userGroups.create') : t('userGroups.editOf', { name: group.name })}
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('userGroups.name')}
            withAsterisk
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <UserSelect label={t('userGroups.members')} value={users} onChange={setUsers} />
        </Stack>
        <DialogButtons
          submit={t('common.save')}
          busy={create.isPending || update.isPending}
          disabled={name.trim() === ''}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
