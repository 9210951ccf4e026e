import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'
import { passwordLinkHours } from '#contract/password-links'

import { momentText } from '../../i18n/time.ts'
import { IconLink, IconMail } from '../../ui/icons.ts'
import { useCreatePasswordLink, useMailPasswordLink } from './api.ts'

/** Makes a link by which a user chooses a new password, and shows it once or mails it. */
export function PasswordLink({ user, sendsMail }: { user: User; sendsMail: boolean }) {
  const { t } = useTranslation()
  const create = useCreatePasswordLink()
  const mail = useMailPasswordLink()
  const params = { username: user.username }
  if (create.data !== undefined) {
    const { url, expires_at: until } = create.data
    return (
      <TextInput
        label={t('users.passwordLink')}
        description={t('users.passwordLinkOnce', { until: momentText(until) })}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
    )
  }
  return (
    <Stack gap={4} align="start">
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconLink size={16} />}
          loading={create.isPending}
          onClick={() => create.mutate({ params })}
        >
          {t('users.createPasswordLink')}
        </Button>
        {sendsMail && user.email !== null && (
          <Button
            variant="default"
            leftSection={<IconMail size={16} />}
            loading={mail.isPending}
            disabled={mail.isSuccess}
            onClick={() => mail.mutate({ params })}
          >
            {t('users.mailPasswordLink')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t('users.passwordLinkHint', { hours: passwordLinkHours })}
      </Text>
    </Stack>
  )
}
