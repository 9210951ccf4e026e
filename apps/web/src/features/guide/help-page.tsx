import { Anchor, Group, List, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { audiences, guideSteps } from '#contract/guide'

import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { ContactLink } from './contact-link.tsx'
import { GeneralKeys } from './general-keys.tsx'
import { HandbookLink } from './handbook-link.tsx'
import { helpTopics } from './help-topics.ts'
import { Topic } from './topic.tsx'

/** Help about all pages for everybody, also without an account. */
export function HelpPage({ annotatorKeys }: { annotatorKeys: ReactNode }) {
  const { t } = useTranslation()
  return (
    <main id="main">
      <Page title={t('help.title')} narrow>
        <Stack gap="xl">
          <Section title={t('help.account')}>
            <Text>{t('help.accountText')}</Text>
            <Group gap="lg">
              <HandbookLink />
              <ContactLink />
            </Group>
          </Section>
          <Section title={t('guide.title')}>
            {audiences.map((audience) => (
              <FirstSteps key={audience} audience={audience} />
            ))}
          </Section>
          <Section title={t('help.pages')}>
            {helpTopics.map((topic) => (
              <section key={topic}>
                <Title order={3} size="h4" mt="md" mb={4}>
                  {t(`help.topics.${topic}.title`)}
                </Title>
                <Topic topic={topic} />
                {topic === 'annotate' && annotatorKeys}
              </section>
            ))}
          </Section>
          <Section title={t('help.keys')}>
            <GeneralKeys />
          </Section>
          <Anchor component={Link} to="/">
            {t('shell.toMyImages')}
          </Anchor>
        </Stack>
      </Page>
    </main>
  )
}

function FirstSteps({ audience }: { audience: (typeof audiences)[number] }) {
  const { t } = useTranslation()
  return (
    <>
      <Title order={3} size="h4" mt="sm" mb={4}>
        {t(`guide.audiences.${audience}`)}
      </Title>
      <List type="ordered" spacing="xs">
        {guideSteps
          .filter((step) => step.audience === audience)
          .map(({ key }) => (
            <List.Item key={key}>
              <b>{t(`guide.steps.${key}.title`)}</b>: {t(`guide.steps.${key}.text`)}
            </List.Item>
          ))}
      </List>
    </>
  )
}
