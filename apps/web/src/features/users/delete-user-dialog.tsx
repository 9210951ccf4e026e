import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { Dialog } from '../../ui/dialog.tsx'
import { useDeleteUser } from './api.ts'

interface DeleteUserDialogProps {
  user: User
  viewer: User
  admins: readonly User[]
  onClose: () => void
}

export function DeleteUserDialog({ user, viewer, admins, onClose }: DeleteUserDialogProps) {
  const { t } = useTranslation()
  const remove = useDeleteUser()
  const { username } = user
  const heirs = admins.map((admin) => admin.username).filter((name) => name !== username)
  const [heir, setHeir] = useState(heirs.includes(viewer.username) ? viewer.username : heirs[0])
  const submit = () =>
    remove.mutate({ params: { username }, query: { heir } }, { onSuccess: onClose })
  return (
    <Dialog opened title={t('users.deleteOf', { name: username })} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('users.deleteQuestion', { username })}</Text>
        <Select
          label={t('users.heir')}
          data={heirs}
          value={heir ?? null}
          allowDeselect={false}
          onChange={(value) => setHeir(value ?? heir)}
        />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button color="red.8" loading={remove.isPending} onClick={submit}>
          {t('users.delete')}
        </Button>
      </Group>
    </Dialog>
  )
}
