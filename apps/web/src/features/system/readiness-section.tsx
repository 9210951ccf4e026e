import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { serverParts, type Readiness } from '#contract/info'

import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/section.tsx'

/** The parts of the server that passed the latest check, and those that failed. */
export function ReadinessSection({ readiness }: { readiness: Readiness }) {
  const { t } = useTranslation()
  const failing = serverParts.filter((part) => readiness[part] !== 'works')
  return (
    <Section title={t('system.readiness')}>
      {failing.length > 0 && (
        <Text mb="md" fw={600} c="var(--fovea-warning)">
          {t('system.notReady')}
        </Text>
      )}
      <Facts
        facts={serverParts.map((part) => [
          t(`system.part.${part}`),
          t(`system.state.${readiness[part]}`),
        ])}
      />
    </Section>
  )
}
