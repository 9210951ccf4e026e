import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { nearlyFullPercent, type SystemState } from '#contract/system'

import { count, fileSize } from '../../i18n/format.ts'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/section.tsx'

export function StorageSection({ storage }: { storage: SystemState['storage'] }) {
  const { t } = useTranslation()
  const { free_bytes: free, total_bytes: total } = storage
  const used = total - free
  const percent = total === 0 ? 0 : Math.round((used / total) * 100)
  const isNearlyFull = percent >= nearlyFullPercent
  return (
    <Section title={t('system.storage')}>
      <Text mb="xs">
        {t('system.used', { used: fileSize(used), total: fileSize(total), percent })}
      </Text>
      <Progress.Root size="lg" mb="md">
        <Progress.Section
          value={percent}
          color={isNearlyFull ? 'red.8' : 'lagoon'}
          aria-label={t('system.storageBar')}
        />
      </Progress.Root>
      {isNearlyFull && (
        <Text mb="md" fw={600} c="var(--fovea-warning)">
          {t('system.nearlyFull')}
        </Text>
      )}
      <Facts
        facts={[
          [t('system.free'), fileSize(free)],
          [t('system.images'), fileSize(storage.images_bytes)],
          [t('system.missing'), count(storage.images_missing)],
        ]}
      />
    </Section>
  )
}
