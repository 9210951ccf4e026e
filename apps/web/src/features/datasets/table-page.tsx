import { Anchor, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import { exportPatients } from '#contract/patient-table'

import { addressOf } from '../../api/address.ts'
import { useShowCurrentDataset } from '../../api/current-dataset.ts'
import { useMay } from '../../api/rights.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconCalendarOff, IconFileTypeCsv, IconFilterOff, IconPhotoPlus } from '../../ui/icons.ts'
import { FollowLater } from '../../ui/later.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { Paging } from '../../ui/paging.tsx'
import { Place } from '../../ui/place.tsx'
import { useStoredSwitch } from '../../ui/use-stored.ts'
import { type DatasetData, datasetData } from './api.ts'
import classes from './dataset-page.module.css'
import { DatasetHeading } from './dataset-heading.tsx'
import { DatasetNotLoaded, isNotFound } from './dataset-not-loaded.tsx'
import { changesToSaved, type ImageQuery, isFiltered, noFilters, savedPart } from './image-query.ts'
import { Sidebar } from './sidebar.tsx'
import { TableContent } from './table-content.tsx'
import { TableFilterForm } from './table-filter-form.tsx'
import type { TableParts } from './table-parts.ts'
import { type TableChanges, type TableQuery, useTableQuery } from './table-query.ts'
import { TableSettingsButton } from './table-settings-button.tsx'

const noFields: DatasetData['fields'] = []

interface TablePageProps {
  datasetId: number
  parts: TableParts
}

/** A dataset in the clinic's view: one row per image, by patient and study. */
export function TablePage({ datasetId, parts }: TablePageProps) {
  const { t } = useTranslation()
  const { table, change, showAllDays } = useTableQuery(datasetId)
  const [byVisit, setByVisit] = useStoredSwitch('table by visit')
  const { page, limit } = table
  const query: ImageQuery = { ...table.query, ...(byVisit && { by_visit: 'true' }) }
  const { data, error, refetch, isPlaceholderData } = useQuery(
    datasetData(datasetId, query, { page, limit }),
  )
  useShowCurrentDataset(data?.dataset)
  const hasNoneToday = data !== undefined && (!data.dataset.clinical || data.dataset.example)
  useEffect(() => {
    if (hasNoneToday) showAllDays()
  }, [hasNoneToday, showAllDays])
  if (error !== null && (data === undefined || isNotFound(error))) {
    return <DatasetNotLoaded error={error} onRetry={() => void refetch()} />
  }
  const name = data?.dataset.name
  const paging = (label: string) => (
    <Paging
      page={data?.page ?? 1}
      pages={data?.pages ?? 1}
      label={label}
      onChange={(next) => change({ page: String(next) })}
    />
  )
  return (
    <parts.UploadZone datasetId={datasetId} folder={query.folder ?? ''}>
      {(uploadButton) => (
        <div className={classes['page']}>
          <PageTitle title={name ?? t('datasets.title')} />
          <Sidebar>
            <Stack gap="lg">
              <FollowLater>
                <parts.SavedFilters
                  datasetId={datasetId}
                  query={savedPart(query)}
                  onUse={(saved) => change(changesToSaved(saved, query.order))}
                />
              </FollowLater>
              <TableFilterForm
                table={table}
                fields={data?.fields ?? noFields}
                FieldFiltersForm={parts.FieldFiltersForm}
                onChange={change}
                onSearch={refetch}
              />
              {data !== undefined && (
                <FollowLater>
                  <Actions
                    datasetId={datasetId}
                    table={table}
                    data={data}
                    uploadButton={uploadButton}
                    parts={parts}
                  />
                </FollowLater>
              )}
            </Stack>
          </Sidebar>
          <div className={classes['content']}>
            <Stack gap="sm">
              <DatasetHeading dataset={data?.dataset}>
                <Anchor component={Link} to={`/dataset/${datasetId}`} size="sm">
                  {t('datasets.showGrid')}
                </Anchor>
              </DatasetHeading>
              <TableContent
                datasetId={datasetId}
                query={query}
                data={data}
                stale={isPlaceholderData}
                byVisit={byVisit}
                onByVisit={setByVisit}
                parts={parts}
                paging={paging(t('common.pagesAbove'))}
                empty={<NoRows table={table} uploadButton={uploadButton} onChange={change} />}
                onChange={change}
              />
              {paging(t('common.pagesBelow'))}
            </Stack>
          </div>
        </div>
      )}
    </parts.UploadZone>
  )
}

interface ActionsProps extends TablePageProps {
  table: TableQuery
  data: DatasetData
  uploadButton: ReactNode
}

function Actions({ datasetId, table, data, uploadButton, parts }: ActionsProps) {
  const { dataset } = data
  const navigate = useNavigate()
  const may = useMay()
  // The list of exports has its progress and the file.
  const showExports = () => void navigate(`/dataset/${datasetId}?tab=exports`)
  return (
    <Stack gap="xs">
      <Place name="analyse">
        <parts.AnalyseAllButton datasetId={datasetId} />
      </Place>
      {uploadButton}
      <parts.RetrieveButton dataset={dataset} patientId={table.query.patientID__icontains ?? ''} />
      <parts.ExportButton datasetId={datasetId} data={data} onStarted={showExports} />
      {may(exportPatients) && <CsvButton datasetId={datasetId} table={table} />}
      {may('configure') && (
        <TableSettingsButton
          dataset={dataset}
          PacsSection={parts.PacsSection}
          MicsSection={parts.MicsSection}
          FhirSection={parts.FhirSection}
          PatientDataSection={parts.PatientDataSection}
        />
      )}
    </Stack>
  )
}

function CsvButton({ datasetId, table }: { datasetId: number; table: TableQuery }) {
  const { t } = useTranslation()
  const address = addressOf(exportPatients, {
    params: { id: datasetId },
    query: { ...table.query },
  })
  return (
    <Button
      component="a"
      href={address}
      download
      variant="default"
      leftSection={<IconFileTypeCsv size={16} />}
    >
      {t('table.exportCsv')}
    </Button>
  )
}

interface NoRowsProps {
  table: TableQuery
  uploadButton: ReactNode
  onChange: (changes: TableChanges) => void
}

/** Explains an empty table: usually because the initial filter shows only the studies of the day. */
function NoRows({ table: { query }, uploadButton, onChange }: NoRowsProps) {
  const { t } = useTranslation()
  const { studyDate__gte: from, studyDate__lte: to } = query
  if (!isFiltered(query)) {
    return (
      <EmptyState
        icon={<IconPhotoPlus size={40} />}
        title={t('datasets.noImagesInDirectory')}
        action={uploadButton}
      />
    )
  }
  const days = from === to ? from : `${from ?? ''} – ${to ?? ''}`
  const Icon = from === undefined ? IconFilterOff : IconCalendarOff
  return (
    <EmptyState
      icon={<Icon size={40} />}
      title={from === undefined ? t('datasets.noMatchTitle') : t('table.noneOfThatDay', { days })}
      action={
        <Button variant="default" onClick={() => onChange(noFilters)}>
          {from === undefined ? t('datasets.clearFilters') : t('table.showAll')}
        </Button>
      }
    >
      {from === undefined ? t('datasets.noMatch') : t('table.noneHint')}
    </EmptyState>
  )
}
