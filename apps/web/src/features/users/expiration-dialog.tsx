import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'
import { Expiration } from '#contract/users'

import { useFields } from '../../ui/use-fields.ts'
import { AccountDialog } from './account-dialog.tsx'
import { useSetSubscription } from './api.ts'

const defaultExpiration = '2999-01-01'

export function ExpirationDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const renew = useSetSubscription()
  const { fields, field } = useFields({ day: user.subscription_expiration ?? defaultExpiration })
  const valid = Expiration.safeParse(fields.day).success
  return (
    <AccountDialog
      title={t('users.expirationTitle')}
      user={user}
      change={renew}
      body={{ newSubDate: fields.day }}
      valid={valid}
      onClose={onClose}
    >
      <TextInput
        label={t('users.expirationDate')}
        placeholder="2017-01-19"
        data-autofocus
        inputMode="numeric"
        maxLength={10}
        error={!valid && t('users.invalidDate')}
        {...field('day')}
      />
    </AccountDialog>
  )
}
