import { Anchor, Group, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { listAssignments } from '#contract/assignments'
import type { Endpoint } from '#contract/endpoint'
import { downloadExport } from '#contract/exports'
import { downloadRelease } from '#contract/releases'

import { useShowCurrentDataset } from '../../api/current-dataset.ts'
import { useMay } from '../../api/rights.ts'
import { Later } from '../../ui/later.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { pageOf, useQueryString } from '../../ui/search-parameters.ts'
import { useStored } from '../../ui/use-stored.ts'
import { datasetData, type DatasetData, imagesPageSize } from './api.ts'
import { DatasetHeading } from './dataset-heading.tsx'
import { DatasetNotLoaded, isNotFound } from './dataset-not-loaded.tsx'
import classes from './dataset-page.module.css'
import type { DatasetParts } from './dataset-parts.ts'
import { ImageFilterForm } from './image-filter-form.tsx'
import {
  changesToSaved,
  type ImageQuery,
  imageQueryOf,
  isImageOrder,
  noFilters,
  savedPart,
} from './image-query.ts'
import { ImageSkeletons, ImagesTab } from './images-tab.tsx'
import { MembersTab } from './members-tab.tsx'
import { ResetMetadataButton } from './reset-metadata-button.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { Sidebar } from './sidebar.tsx'

const tabs = [
  'images',
  'assignments',
  'exports',
  'releases',
  'members',
  'statistics',
  'settings',
] as const
type Tab = (typeof tabs)[number]
const neededFor: Partial<Record<Tab, Endpoint>> = {
  assignments: listAssignments,
  exports: downloadExport,
  releases: downloadRelease,
}
const isTab = (value: unknown): value is Tab => tabs.some((tab) => tab === value)

interface DatasetPageProps {
  datasetId: number
  parts: DatasetParts
}

export function DatasetPage({ datasetId, parts }: DatasetPageProps) {
  const { t } = useTranslation()
  const [keptTab, keepTab] = useStored('dataset tab', 'images', isTab)
  const [parameters, change] = useQueryString()
  const may = useMay()
  const askedTab = parameters.get('tab')
  const isOffered = (name: Tab) => {
    const needed = neededFor[name]
    return needed === undefined || may(needed)
  }
  const wanted = isTab(askedTab) ? askedTab : keptTab
  const tab = isOffered(wanted) ? wanted : 'images'
  const setTab = (next: Tab) => {
    keepTab(next)
    if (askedTab !== null) change({ tab: undefined })
  }
  const [usualOrder, setUsualOrder] = useStored('image order', 'file_name', isImageOrder)
  const query = imageQueryOf(parameters, usualOrder)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    datasetData(datasetId, query, { page: pageOf(parameters), limit: imagesPageSize }),
  )
  useShowCurrentDataset(data?.dataset)
  const changeQuery = (changes: { [Name in keyof ImageQuery]?: ImageQuery[Name] | undefined }) => {
    if (changes.order !== undefined) setUsualOrder(changes.order)
    change({ ...changes, page: undefined })
  }
  if (error !== null && (data === undefined || isNotFound(error))) {
    return <DatasetNotLoaded error={error} onRetry={() => void refetch()} />
  }
  const sidebar = (uploadButton: ReactNode) => (
    <Sidebar>
      <Stack gap="lg">
        <Counts data={data} />
        <Stack gap="xs">
          {data !== undefined && <parts.AnalyseAllButton datasetId={datasetId} />}
          <parts.ScanButton datasetId={datasetId} runningTask={data?.scanId ?? null} />
          {uploadButton}
          <parts.ImportButton datasetId={datasetId} runningTask={data?.importId ?? null} />
          <parts.ExportButton
            datasetId={datasetId}
            data={data}
            onStarted={() => setTab('exports')}
          />
          <parts.GenerateButton datasetId={datasetId} runningTask={data?.generateId ?? null} />
          {data !== undefined && (
            <ResetMetadataButton
              dataset={data.dataset}
              label={t('datasets.resetMetadata')}
              runningTask={data.resetId}
            />
          )}
        </Stack>
        {tab === 'images' && (
          <parts.SavedFilters
            datasetId={datasetId}
            query={savedPart(query)}
            onUse={(saved) => changeQuery(changesToSaved(saved, query.order))}
          />
        )}
        {tab === 'images' && (
          <ImageFilterForm
            query={query}
            categories={data?.categories ?? []}
            fields={data?.fields ?? []}
            FieldFiltersForm={parts.FieldFiltersForm}
            onChange={changeQuery}
          />
        )}
      </Stack>
    </Sidebar>
  )
  const images = (uploadButton: ReactNode) =>
    data === undefined ? (
      <ImageSkeletons />
    ) : (
      <ImagesTab
        data={data}
        query={query}
        stale={isPlaceholderData}
        parts={parts}
        uploadButton={uploadButton}
        onPage={(page) => change({ page: String(page) })}
        onFolder={(folder) => changeQuery({ folder })}
        onClearFilters={() => changeQuery(noFilters)}
      />
    )
  return (
    <parts.UploadZone datasetId={datasetId} folder={query.folder ?? ''}>
      {(uploadButton) => (
        <div className={classes['page']}>
          <PageTitle title={data?.dataset.name ?? t('datasets.title')} />
          {sidebar(uploadButton)}
          <div className={classes['content']}>
            <DatasetHeading dataset={data?.dataset}>
              <Anchor component={Link} to={`/tabulardataset/${datasetId}`} size="sm">
                {t('datasets.showTable')}
              </Anchor>
            </DatasetHeading>
            <Tabs
              value={tab}
              keepMounted={false}
              onChange={(value) => isTab(value) && setTab(value)}
            >
              <Tabs.List aria-label={t('datasets.tabsLabel')} mb="md">
                {tabs.filter(isOffered).map((name) => (
                  <Tabs.Tab key={name} value={name}>
                    {t(`datasets.tabs.${name}`)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Tabs.Panel value="images">
                <Later>{images(uploadButton)}</Later>
              </Tabs.Panel>
              <Tabs.Panel value="assignments">
                <Later>
                  {data !== undefined && (
                    <parts.AssignmentsTab datasetId={datasetId} filter={query} found={data.total} />
                  )}
                </Later>
              </Tabs.Panel>
              <Tabs.Panel value="exports">
                <Later>
                  <parts.ExportList datasetId={datasetId} runningTask={data?.exportId ?? null} />
                </Later>
              </Tabs.Panel>
              <Tabs.Panel value="releases">
                <Later>{data !== undefined && <parts.ReleasesTab dataset={data.dataset} />}</Later>
              </Tabs.Panel>
              <Tabs.Panel value="members">
                <Later>{data !== undefined && <MembersTab dataset={data.dataset} />}</Later>
              </Tabs.Panel>
              <Tabs.Panel value="statistics">
                <Later>
                  <parts.StatisticsTab datasetId={datasetId} />
                </Later>
              </Tabs.Panel>
              <Tabs.Panel value="settings">
                <Later>
                  {data !== undefined && (
                    <SettingsTab
                      dataset={data.dataset}
                      resetId={data.resetId}
                      PacsSection={parts.PacsSection}
                      FhirSection={parts.FhirSection}
                      WebhooksSection={parts.WebhooksSection}
                      PatientDataSection={parts.PatientDataSection}
                      MicsSection={parts.MicsSection}
                      ModelsSection={parts.ModelsSection}
                      FieldsSection={parts.FieldsSection}
                    />
                  )}
                </Later>
              </Tabs.Panel>
            </Tabs>
          </div>
        </div>
      )}
    </parts.UploadZone>
  )
}

function Counts({ data }: { data: DatasetData | undefined }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" aria-live="polite" mih="1.5rem">
      {data !== undefined && (
        <>
          <Text fw={600} size="sm">
            {t('datasets.imageCount', { count: data.total })}
          </Text>
          <Text c="dimmed" size="sm">
            {t('datasets.pageCount', { count: data.pages })}
          </Text>
        </>
      )}
    </Group>
  )
}
