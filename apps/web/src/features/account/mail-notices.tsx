import { Checkbox, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { isInstallationAdmin, type User } from '#contract/account'
import { noticeKinds, userNotices } from '#contract/mails'

import { useChangePreferences, usePreferences } from '../../api/preferences.ts'

/** The notices that the user gets by mail. */
export function MailNotices({ user }: { user: User }) {
  const { t } = useTranslation()
  const { mutate } = useChangePreferences()
  const preferences = usePreferences()
  if (preferences === undefined) return null
  const { mailsOff = [] } = preferences
  const offered = isInstallationAdmin(user) ? noticeKinds : userNotices
  return (
    <Checkbox.Group
      label={t('account.notices')}
      value={offered.filter((kind) => !mailsOff.includes(kind))}
      onChange={(wanted) => mutate({ mailsOff: offered.filter((kind) => !wanted.includes(kind)) })}
    >
      <Stack gap="xs" mt="xs">
        {offered.map((kind) => (
          <Checkbox key={kind} value={kind} label={t(`account.noticeOf.${kind}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
