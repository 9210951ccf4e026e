import { Checkbox, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { noticeKinds } from '#contract/mails'

import { useChangePreferences, usePreferences } from '../../api/preferences.ts'

/** The notices that the user gets by mail. */
export function MailNotices() {
  const { t } = useTranslation()
  const { mutate } = useChangePreferences()
  const preferences = usePreferences()
  if (preferences === undefined) return null
  const { mailsOff = [] } = preferences
  return (
    <Checkbox.Group
      label={t('account.notices')}
      value={noticeKinds.filter((kind) => !mailsOff.includes(kind))}
      onChange={(wanted) =>
        mutate({ mailsOff: noticeKinds.filter((kind) => !wanted.includes(kind)) })
      }
    >
      <Stack gap="xs" mt="xs">
        {noticeKinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={t(`account.noticeOf.${kind}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
