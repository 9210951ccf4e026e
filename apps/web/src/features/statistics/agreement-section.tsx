import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { count, toHundredths } from '../../i18n/format.ts'
import { EmptyState, NextStep } from '../../ui/empty-state.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Section } from '../../ui/section.tsx'
import { agreement } from './api.ts'
import { BarTable } from './bar-table.tsx'

/**
 * Agreement between annotators of the same images. Loaded separately, because it takes longer than
 * counting.
 */
export function AgreementSection({ datasetId }: { datasetId: number }) {
  const { t } = useTranslation()
  const query = useQuery(agreement(datasetId))
  const { data, error } = query
  const title = t('statistics.agreement')
  const rows = data?.categories.map(({ name, images, iou, dice }) => ({
    name,
    value: dice,
    texts: [count(images), toHundredths(iou), toHundredths(dice)],
  }))
  return (
    <Section title={title}>
      <Stack gap="sm" align="stretch">
        <Text size="sm" c="dimmed">
          {t('statistics.agreementHint')}
        </Text>
        <QueryFailed title={t('common.loadFailed')} query={query} />
        {rows === undefined && error === null && <Skeleton height={64} />}
        {rows?.length === 0 && (
          <EmptyState
            title={t('statistics.noAgreement')}
            action={<NextStep to="?tab=members">{t('statistics.seeMembers')}</NextStep>}
          />
        )}
        {rows !== undefined && rows.length > 0 && (
          <BarTable
            label={title}
            columns={[t('statistics.category'), t('statistics.images'), 'IoU', 'Dice']}
            rows={rows}
            full={1}
          />
        )}
        {data?.complete === false && <Text size="sm">{t('statistics.agreementPart')}</Text>}
      </Stack>
    </Section>
  )
}
