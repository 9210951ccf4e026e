import { Stack, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'
import { Expiration } from '#contract/users'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useSetSubscription } from './api.ts'

const defaultExpiration = '2999-01-01'

export function ExpirationDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const renew = useSetSubscription()
  const { fields, field } = useFields({ day: user.subscription_expiration ?? defaultExpiration })
  const { username } = user
  const valid = Expiration.safeParse(fields.day).success
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!valid) return
    const body = { newSubDate: fields.day }
    renew.mutate({ params: { username }, body }, { onSuccess: onClose })
  }
  return (
    <Dialog opened title={t('users.expirationTitle')} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t('users.username')}
            value={username}
            readOnly
            variant="filled"
            autoComplete="off"
          />
          <TextInput
            label={t('users.expirationDate')}
            placeholder="2017-01-19"
            data-autofocus
            inputMode="numeric"
            maxLength={10}
            error={!valid && t('users.invalidDate')}
            {...field('day')}
          />
        </Stack>
        <DialogButtons
          submit={t('common.save')}
          busy={renew.isPending}
          disabled={!valid}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
