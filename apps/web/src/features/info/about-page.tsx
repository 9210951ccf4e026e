import { Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { useServerInfo } from '../../api/viewer.ts'
import { Page } from '../../ui/page.tsx'
import { RegulatoryBlock } from './regulatory-block.tsx'

export function AboutPage() {
  const { t } = useTranslation()
  const { info, version } = useServerInfo()
  return (
    <Page title={t('info.aboutTitle', { name: info.name })} narrow>
      <Stack gap="lg">
        <Paper withBorder p="xl">
          <Title order={2} mb="sm">
            {t('info.product')}
          </Title>
          <Text>{t('info.purpose')}</Text>
          <Text c="dimmed">
            {t('info.version')}: {version === 'unknown' ? t('shell.unknownVersion') : version}
          </Text>
        </Paper>
        <RegulatoryBlock />
      </Stack>
    </Page>
  )
}
