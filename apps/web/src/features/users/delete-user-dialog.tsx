import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { Dialog } from '../../ui/dialog.tsx'
import { useDeleteUser, userList } from './api.ts'

/** The longest list that the server gives. */
const mostUsers = 1000

interface DeleteUserDialogProps {
  user: User
  viewer: User
  onClose: () => void
}

export function DeleteUserDialog({ user, viewer, onClose }: DeleteUserDialogProps) {
  const { t } = useTranslation()
  const { username } = user
  const remove = useDeleteUser(username)
  const { data } = useQuery(userList(mostUsers))
  const heirs = (data?.users ?? [viewer])
    .filter((each) => each.is_admin && each.username !== username && each.site_id === user.site_id)
    .map((each) => each.username)
  const [chosen, setHeir] = useState<string | null>(null)
  const heir = chosen ?? heirs.find((each) => each === viewer.username) ?? heirs[0] ?? null
  const submit = () =>
    heir !== null &&
    remove.mutate({ params: { username }, query: { heir } }, { onSuccess: onClose })
  return (
    <Dialog opened title={t('users.deleteOf', { name: username })} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('users.deleteQuestion', { username })}</Text>
        <Select
          label={t('users.heir')}
          data={heirs}
          value={heir}
          allowDeselect={false}
          onChange={setHeir}
        />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button color="red.8" loading={remove.isPending} disabled={heir === null} onClick={submit}>
          {t('users.delete')}
        </Button>
      </Group>
    </Dialog>
  )
}
