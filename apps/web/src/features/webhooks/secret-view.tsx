import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A new secret, which is shown only now. */
export function SecretView({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm">
      <TextInput
        label={t('webhooks.secret')}
        description={t('webhooks.secretHint')}
        readOnly
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" mt="sm" gap="xs">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'webhooks.copied' : 'webhooks.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('common.close')}</Button>
      </Group>
    </Stack>
  )
}
