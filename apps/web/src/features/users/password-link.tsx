import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { passwordLinkHours } from '#contract/password-links'

import { momentText } from '../../i18n/time.ts'
import { useCreatePasswordLink } from './api.ts'

/** Makes a link by which a user chooses a new password, and shows it once. */
export function PasswordLink({ username }: { username: string }) {
  const { t } = useTranslation()
  const create = useCreatePasswordLink()
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
      <Button
        variant="default"
        leftSection={<IconLink size={16} />}
        loading={create.isPending}
        onClick={() => create.mutate({ params: { username } })}
      >
        {t('users.createPasswordLink')}
      </Button>
      <Text size="xs" c="dimmed">
        {t('users.passwordLinkHint', { hours: passwordLinkHours })}
      </Text>
    </Stack>
  )
}
