import { Box, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { type Dataset, updateDataset } from '#contract/datasets'

import { useMay } from '../../api/rights.ts'
import { StarterCategories } from '../../api/starter-categories.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Place } from '../../ui/place.tsx'
import { Section } from '../../ui/section.tsx'
import { datasetPage } from './api.ts'
import { DatasetForm } from './dataset-form.tsx'
import type { DatasetParts } from './dataset-parts.ts'
import { ResetMetadataButton } from './reset-metadata-button.tsx'

interface SettingsTabProps extends Pick<
  DatasetParts,
  | 'PacsSection'
  | 'MicsSection'
  | 'FhirSection'
  | 'WebhooksSection'
  | 'ModelsSection'
  | 'PatientDataSection'
  | 'FieldsSection'
> {
  dataset: Dataset
  /** Task that is resetting the metadata. */
  resetId: number | null
}

export function SettingsTab({
  dataset,
  resetId,
  PacsSection,
  MicsSection,
  FhirSection,
  WebhooksSection,
  ModelsSection,
  PatientDataSection,
  FieldsSection,
}: SettingsTabProps) {
  const { t } = useTranslation()
  const may = useMay()
  const mayConfigure = may('configure')
  return (
    <Stack gap="md" maw="46rem">
      {may(updateDataset) && <AnnotationSettings dataset={dataset} />}
      {!mayConfigure && dataset.owner !== '' && (
        <Text size="sm">
          {t(may(updateDataset) ? 'datasets.ownerSets' : 'datasets.ownerSetsAll', {
            owner: dataset.owner,
          })}
        </Text>
      )}
      {mayConfigure && <FieldsSection datasetId={dataset.id} />}
      <ModelsSection datasetId={dataset.id} mayChange={mayConfigure} />
      {mayConfigure && (
        <>
          <PatientDataSection dataset={dataset} />
          <PacsSection dataset={dataset} />
          <Place name="orders">
            <MicsSection dataset={dataset} />
          </Place>
          <FhirSection dataset={dataset} />
          <Place name="webhooks">
            <WebhooksSection datasetId={dataset.id} />
          </Place>
          <Section title={t('datasets.metadata')}>
            <Stack gap="sm" align="flex-start">
              <Text size="sm">{t('datasets.resetCovers')}</Text>
              <ResetMetadataButton
                dataset={dataset}
                label={t('datasets.resetAllMetadata')}
                runningTask={resetId}
              />
            </Stack>
          </Section>
        </>
      )}
    </Stack>
  )
}

/** The categories and the metadata of new annotations. */
function AnnotationSettings({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  // The list of datasets contains the available categories.
  const query = useQuery(datasetPage(1))
  const onSaved = () =>
    notifications.show({
      title: t('datasets.updating'),
      message: t('datasets.settingsSaved'),
      color: 'green',
    })
  return (
    <Section title={t('datasets.annotationSettings')}>
      <QueryFailed title={t('common.loadFailed')} query={query} />
      {query.data === undefined && query.error === null && <Skeleton height={200} />}
      {dataset.categories.length === 0 && (
        <Box mb="lg">
          <StarterCategories datasetId={dataset.id} />
        </Box>
      )}
      {query.data !== undefined && (
        <DatasetForm
          key={dataset.categories.length === 0 ? 'without' : 'with'}
          dataset={dataset}
          categories={query.data.categories}
          onSaved={onSaved}
        />
      )}
    </Section>
  )
}
