import { Anchor, Button, Stack, Switch, Text } from '@mantine/core'
import { IconCalendarOff, IconFileTypeCsv, IconFilterOff, IconPhotoPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import { exportPatients } from '#contract/patient-table'

import { addressOf } from '../../api/address.ts'
import { useShowCurrentDataset } from '../../api/current-dataset.ts'
import { useMay } from '../../api/rights.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { Paging } from '../../ui/paging.tsx'
import { Place } from '../../ui/place.tsx'
import { useStored } from '../../ui/use-stored.ts'
import { type DatasetData, datasetData } from './api.ts'
import classes from './dataset-page.module.css'
import { DatasetHeading } from './dataset-heading.tsx'
import { DatasetNotLoaded, isNotFound } from './dataset-not-loaded.tsx'
import { listedFields } from './field-orders.ts'
import { changesToSaved, type ImageQuery, isFiltered, noFilters, savedPart } from './image-query.ts'
import { ImageTable } from './image-table.tsx'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Sidebar } from './sidebar.tsx'
import { TableFilterForm } from './table-filter-form.tsx'
import type { TableParts } from './table-parts.ts'
import { type TableChanges, type TableQuery, useTableQuery } from './table-query.ts'
import { TableSettingsButton } from './table-settings-button.tsx'

const isSwitch = (value: unknown): value is 'on' | 'off' => value === 'on' || value === 'off'

interface TablePageProps {
  datasetId: number
  parts: TableParts
}

/** A dataset in the clinic's view: one row per image, by patient and study. */
export function TablePage({ datasetId, parts }: TablePageProps) {
  const { t } = useTranslation()
  const { table, change, showAllDays } = useTableQuery(datasetId)
  const [details, setDetails] = useStored('DICOM details', 'off', isSwitch)
  const [visits, setVisits] = useStored('table by visit', 'off', isSwitch)
  const { page, limit } = table
  const query: ImageQuery = { ...table.query, ...(visits === 'on' && { by_visit: 'true' }) }
  const { data, error, refetch, isPlaceholderData } = useQuery(
    datasetData(datasetId, query, { page, limit }),
  )
  useShowCurrentDataset(data?.dataset)
  const selection = useSelection(data?.images ?? [])
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
              <parts.SavedFilters
                datasetId={datasetId}
                query={savedPart(query)}
                onUse={(saved) => change(changesToSaved(saved, query.order))}
              />
              <TableFilterForm
                table={table}
                fields={data?.fields ?? []}
                FieldFiltersForm={parts.FieldFiltersForm}
                onChange={change}
                onSearch={() => void refetch()}
              />
              {data !== undefined && (
                <Actions
                  datasetId={datasetId}
                  table={table}
                  data={data}
                  uploadButton={uploadButton}
                  parts={parts}
                />
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
              <SelectionBar
                selection={selection}
                idle={
                  <>
                    <Text size="sm" c="dimmed" flex={1} aria-live="polite">
                      {data !== undefined && t('datasets.imageCount', { count: data.total })}
                    </Text>
                    <Switch
                      label={t('table.byVisit')}
                      checked={visits === 'on'}
                      onChange={(event) => setVisits(event.currentTarget.checked ? 'on' : 'off')}
                    />
                    <Switch
                      label={t('table.details')}
                      checked={details === 'on'}
                      onChange={(event) => setDetails(event.currentTarget.checked ? 'on' : 'off')}
                    />
                  </>
                }
              >
                {data !== undefined && (
                  <parts.ChosenActions
                    datasetId={datasetId}
                    images={selection.chosen}
                    data={data}
                  />
                )}
              </SelectionBar>
              {paging(t('common.pagesAbove'))}
              {data?.images.length === 0 ? (
                <NoRows table={table} uploadButton={uploadButton} onChange={change} />
              ) : (
                <ImageTable
                  images={data?.images}
                  fields={listedFields(data?.fields ?? [])}
                  query={query}
                  stale={isPlaceholderData}
                  withDetails={details === 'on'}
                  byVisit={visits === 'on'}
                  parts={parts}
                  selection={selection}
                  onChange={change}
                />
              )}
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
