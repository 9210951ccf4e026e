import { PasswordInput, Stack, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useUpdateUser } from './api.ts'

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const update = useUpdateUser()
  const { fields, field } = useFields({ password: '', name: user.name, group: user.group })
  const { username } = user
  const name = fields.name.trim()
  const valid = name !== '' || user.name === ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!valid) return
    const body = {
      group: fields.group,
      ...(name === '' ? {} : { name }),
      ...(fields.password === '' ? {} : { password: fields.password }),
    }
    update.mutate({ params: { username }, body }, { onSuccess: onClose })
  }
  return (
    <Dialog opened title={t('users.editTitle')} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t('users.username')}
            value={username}
            readOnly
            variant="filled"
            autoComplete="off"
          />
          <PasswordInput
            label={t('users.newPassword')}
            description={t('users.keepPassword')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
            {...field('password')}
          />
          <TextInput
            label={t('users.name')}
            maxLength={100}
            error={!valid && t('users.nameRequired')}
            {...field('name')}
          />
          <TextInput label={t('users.group')} maxLength={100} {...field('group')} />
        </Stack>
        <DialogButtons
          submit={t('common.save')}
          busy={update.isPending}
          disabled={!valid}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
