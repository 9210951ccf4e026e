import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'
import { Expiration } from '#contract/users'

import { DayInput } from '../../ui/day-input.tsx'
import { IconAlertTriangle } from '../../ui/icons.ts'
import { AccountDialog } from './account-dialog.tsx'
import { useSetSubscription } from './api.ts'
import { hasExpired, todayInUtc } from './expired.ts'

const defaultExpiration = '2999-01-01'

export function ExpirationDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const renew = useSetSubscription()
  const [day, setDay] = useState(user.subscription_expiration ?? defaultExpiration)
  const valid = Expiration.safeParse(day).success
  const endsNow = valid && hasExpired(day, todayInUtc())
  return (
    <AccountDialog
      title={t('users.expirationTitle')}
      user={user}
      change={renew}
      body={{ newSubDate: day }}
      valid={valid}
      onClose={onClose}
    >
      <DayInput
        label={t('users.expirationDate')}
        placeholder="2017-01-19"
        data-autofocus
        error={!valid && t('users.invalidDate')}
        value={day}
        onChange={setDay}
      />
      {endsNow && (
        <Alert color="orange" icon={<IconAlertTriangle />}>
          {t('users.expiresAtOnce', { name: user.username })}
        </Alert>
      )}
    </AccountDialog>
  )
}
