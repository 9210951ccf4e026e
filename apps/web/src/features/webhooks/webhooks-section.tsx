import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { mostWebhooks, type Webhook } from '#contract/webhooks'

import { IconPlus } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Section } from '../../ui/section.tsx'
import { webhooks } from './api.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** The programs that receive the events of a dataset, for its owner. */
export function WebhooksSection({ datasetId }: { datasetId: number }) {
  const { t } = useTranslation()
  const query = useQuery(webhooks(datasetId))
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  return (
    <Section title={t('webhooks.title')}>
      <Stack gap="md">
        <Text size="sm">{t('webhooks.hint')}</Text>
        <QueryFailed title={t('webhooks.loadFailed')} query={query} />
        {query.data?.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            datasetId={datasetId}
            webhook={webhook}
            onEdit={() => setEdited(webhook)}
          />
        ))}
        <Group>
          <Button
            leftSection={<IconPlus size={16} />}
            disabled={query.data === undefined || query.data.length >= mostWebhooks}
            onClick={() => setEdited('new')}
          >
            {t('webhooks.add')}
          </Button>
        </Group>
      </Stack>
      {edited !== null && (
        <WebhookDialog
          datasetId={datasetId}
          webhook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  )
}
