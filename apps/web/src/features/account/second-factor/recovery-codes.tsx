import { Button, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import classes from './recovery-codes.module.css'

/** New recovery codes, which are shown only now. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm">
      <Title order={3}>{t('secondFactor.codesTitle')}</Title>
      <Text size="sm">{t('secondFactor.codesOnce')}</Text>
      <div className={classes['codes']}>
        {codes.map((code) => (
          <Code key={code} fz="md">
            {code}
          </Code>
        ))}
      </div>
      <Group justify="space-between">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'secondFactor.codesCopied' : 'secondFactor.copyCodes')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('secondFactor.codesKept')}</Button>
      </Group>
    </Stack>
  )
}
