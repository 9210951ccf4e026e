import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { useServerInfo } from '../../api/viewer.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { LicenceList } from './licence-list.tsx'
import { RegulatoryBlock } from './regulatory-block.tsx'

export function AboutPage() {
  const { t } = useTranslation()
  const { info, version } = useServerInfo()
  return (
    <Page title={t('info.aboutTitle', { name: info.name })} narrow>
      <Stack gap="xl">
        <Section title={t('info.product')}>
          <Text>{t('info.purpose')}</Text>
          <Text c="dimmed">
            {t('info.version')}: {version === 'unknown' ? t('shell.unknownVersion') : version}
          </Text>
          <Text c="dimmed">{t('info.ownLicence')}</Text>
          {info.security_contact !== null && (
            <Text c="dimmed">
              {t('info.reportVulnerability')}{' '}
              <Anchor href={info.security_contact}>
                {info.security_contact.replace(/^mailto:/u, '')}
              </Anchor>
            </Text>
          )}
        </Section>
        <RegulatoryBlock />
        <LicenceList />
      </Stack>
    </Page>
  )
}
