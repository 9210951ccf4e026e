import { Anchor, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'

const firstSteps = ['upload', 'analyse', 'annotate', 'export'] as const

/** Help for everybody, also without an account, if the operator has named no page of help. */
export function HelpPage() {
  const { t } = useTranslation()
  return (
    <main id="main">
      <Page title={t('info.help.title')} narrow>
        <Stack gap="xl">
          <Section title={t('info.help.account')}>
            <Text>{t('info.help.accountText')}</Text>
          </Section>
          <Section title={t('info.help.firstSteps')}>
            <List type="ordered" spacing="xs">
              {firstSteps.map((step) => (
                <List.Item key={step}>{t(`info.help.${step}`)}</List.Item>
              ))}
            </List>
          </Section>
          <Anchor component={Link} to="/">
            {t('shell.toMyImages')}
          </Anchor>
        </Stack>
      </Page>
    </main>
  )
}
