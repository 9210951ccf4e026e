import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { hasFailed, QueryFailed } from '../../ui/load-failed.tsx'
import { Section } from '../../ui/section.tsx'
import { documentsOfPatient } from './api.ts'
import { Document } from './documents-view.tsx'

/** What other systems have written on the patient of an image; nothing if there is nothing. */
export function PatientDocuments({ image }: { image: Pick<Image, 'id' | 'dataset_id'> }) {
  const { t } = useTranslation()
  const query = useQuery(documentsOfPatient(image))
  if (hasFailed(query)) return <QueryFailed title={t('documents.loadFailed')} query={query} />
  if (query.data === undefined || query.data.length === 0) return null
  return (
    <Section title={t('documents.titleOfPatient')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('documents.hintOfPatient')}
        </Text>
        {query.data.map((document) => (
          <Document key={document.id} datasetId={image.dataset_id} document={document} />
        ))}
      </Stack>
    </Section>
  )
}
