import { Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { StateCounts } from '#contract/assignments'

import { progressOf } from './api.ts'

/** How many cases are read, as a bar and in words. */
export function ProgressBar({ cases, label }: { cases: StateCounts; label: string }) {
  const { t } = useTranslation()
  const { done, total } = progressOf(cases)
  return (
    <Stack gap={4} miw="9rem">
      <Progress.Root size="sm">
        <Progress.Section
          value={total === 0 ? 0 : (100 * done) / total}
          color="lagoon"
          aria-label={t('assignments.progressOf', { name: label })}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {t('assignments.done', { done, total })}
      </Text>
    </Stack>
  )
}
