import { Button, List, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, memo, type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Dataset } from '#contract/datasets'

import { useIsPanelComing } from '../../api/above-content.ts'
import cards from '../../ui/cards.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { HelpPart } from '../../ui/help.tsx'
import { IconArrowBackUp, IconCategory, IconFolders, IconPlus } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Paging } from '../../ui/paging.tsx'
import { pageOf, useQueryString } from '../../ui/search-parameters.ts'
import { useOpened } from '../../ui/use-opened.ts'
import { datasetPage, type ListedDatasets } from './api.ts'
import { CreateDialog } from './create-dialog.tsx'
import { DatasetCard } from './dataset-card.tsx'
import { DatasetsFilter } from './datasets-filter.tsx'
import { type DatasetsQuery, datasetsQueryOf, isNarrowed } from './datasets-query.ts'
import { EditDialog } from './edit-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

type OpenDialog = { kind: 'share' | 'edit'; dataset: Dataset }

interface DatasetsPageProps {
  parts: Record<
    'AccessNotices' | 'ClinicButton' | 'ClinicOffer' | 'EmergencyButton' | 'GuideCard',
    ComponentType
  >
}

export function DatasetsPage({ parts }: DatasetsPageProps) {
  const { data } = useListed().query
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isCreating, setCreating] = useOpened('create')
  const create = useCallback(() => setCreating(true), [setCreating])
  return (
    <>
      <Content parts={parts} onCreate={create} onDialog={setDialog} />
      {isCreating && (
        <CreateDialog categoryNames={namesOf(data)} onClose={() => setCreating(false)} />
      )}
      {dialog !== null && (
        <DatasetDialog
          dialog={dialog}
          categories={data?.categories ?? []}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

/** The page of the datasets that the query string describes. */
function useListed() {
  const [parameters, change] = useQueryString()
  const shown = datasetsQueryOf(parameters)
  return { query: useQuery(datasetPage(pageOf(parameters), shown)), shown, change }
}

interface ContentProps extends DatasetsPageProps {
  onCreate: () => void
  onDialog: (dialog: OpenDialog) => void
}

/** All but the dialogs, which open and close without rendering it anew. */
const Content = memo(function Content({ parts, onCreate, onDialog }: ContentProps) {
  const { t } = useTranslation()
  const { query, shown, change } = useListed()
  const { data, error } = query
  const isPanelComing = useIsPanelComing()
  const isLoading = (data === undefined && error === null) || isPanelComing
  const createButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={onCreate}>
      {t('datasets.create')}
    </Button>
  )
  return (
    <Page
      title={t('datasets.title')}
      aside={<Count data={data} isLoading={isLoading} />}
      actions={
        <>
          <parts.EmergencyButton />
          <parts.ClinicButton />
          <Button
            component={Link}
            to="/categories"
            variant="default"
            leftSection={<IconCategory size={16} />}
          >
            {t('shell.categories')}
          </Button>
          <Button
            component={Link}
            to="/undo"
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
          >
            {t('common.undo')}
          </Button>
          {hasCreateButton(data, shown) && createButton}
        </>
      }
    >
      <parts.AccessNotices />
      <QueryFailed title={t('datasets.loadingFailed')} query={query} />
      {isLoading && <DatasetSkeletons />}
      {hasNoImages(data, shown) && <parts.ClinicOffer />}
      <parts.GuideCard />
      {data !== undefined && !isPanelComing && (
        <Listed
          data={data}
          query={shown}
          createButton={createButton}
          onChange={change}
          onDialog={onDialog}
        />
      )}
      <HelpPart>
        <AboutFolders />
      </HelpPart>
    </Page>
  )
})

interface DatasetDialogProps {
  dialog: OpenDialog
  categories: readonly { id: number; name: string }[]
  onClose: () => void
}

function DatasetDialog({ dialog, categories, onClose }: DatasetDialogProps) {
  const { kind } = dialog
  if (kind === 'share') return <ShareDialog dataset={dialog.dataset} onClose={onClose} />
  return <EditDialog dataset={dialog.dataset} categories={categories} onClose={onClose} />
}

interface ListedProps {
  data: ListedDatasets
  query: DatasetsQuery
  createButton: ReactNode
  onChange: (changes: Readonly<Record<string, string | undefined>>) => void
  onDialog: (dialog: OpenDialog) => void
}

function Listed({ data, query, createButton, onChange, onDialog }: ListedProps) {
  const { t } = useTranslation()
  const { datasets, othersEmpty } = data
  const isEmpty = datasets.length === 0
  const narrowed = isNarrowed(query)
  const narrow = (changes: Readonly<Record<string, string | undefined>>) =>
    onChange({ ...changes, page: undefined })
  return (
    <>
      {(narrowed || othersEmpty > 0 || datasets.length > 1) && (
        <DatasetsFilter query={query} othersEmpty={othersEmpty} onChange={narrow} />
      )}
      {isEmpty && narrowed && (
        <NoMatch onShowAll={() => narrow({ q: undefined, show: undefined })} />
      )}
      {isEmpty && !narrowed && (
        <EmptyState
          icon={<IconFolders size={40} />}
          title={t('datasets.emptyTitle')}
          action={createButton}
        >
          {t('datasets.empty')}
        </EmptyState>
      )}
      <Cards data={data} onDialog={onDialog} onPage={(page) => onChange({ page })} />
    </>
  )
}

interface CardsProps {
  data: ListedDatasets
  onDialog: (dialog: OpenDialog) => void
  onPage: (page: string) => void
}

function Cards({ data: { datasets, pagination }, onDialog, onPage }: CardsProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="lg">
      <ul className={cards['cards']}>
        {datasets.map((dataset) => (
          <DatasetCard
            key={dataset.id}
            dataset={dataset}
            onShare={() => onDialog({ kind: 'share', dataset })}
            onEdit={() => onDialog({ kind: 'edit', dataset })}
          />
        ))}
      </ul>
      <Paging
        page={pagination.page}
        pages={pagination.pages}
        label={t('common.pages')}
        onChange={(page) => onPage(String(page))}
      />
    </Stack>
  )
}

interface CountProps {
  data: ListedDatasets | undefined
  isLoading: boolean
}

function Count({ data, isLoading }: CountProps) {
  const { t } = useTranslation()
  if (data !== undefined) return t('datasets.loaded', { count: data.pagination.total })
  return isLoading && t('datasets.loading')
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconFolders size={40} />}
      title={t('datasets.noneMatchTitle')}
      action={
        <Button variant="default" onClick={onShowAll}>
          {t('datasets.showAll')}
        </Button>
      }
    >
      {t('datasets.noneMatch')}
    </EmptyState>
  )
}

function namesOf(data: ListedDatasets | undefined): string[] {
  return [...new Set(data?.categories.map(({ name }) => name))]
}

/** False beside the empty state, which has this button of its own. */
function hasCreateButton(data: ListedDatasets | undefined, query: DatasetsQuery): boolean {
  if (data === undefined || isNarrowed(query)) return true
  return data.datasets.length > 0 || data.othersEmpty > 0
}

function hasNoImages(data: ListedDatasets | undefined, query: DatasetsQuery): boolean {
  if (data === undefined || isNarrowed(query)) return false
  return data.datasets.every(({ numberImages }) => numberImages === 0)
}

/** Explains folders and accounts in the help. */
function AboutFolders() {
  const { t } = useTranslation()
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {t('datasets.helpTitle')}
      </Title>
      <List spacing="xs">
        <List.Item>{t('datasets.helpFolder')}</List.Item>
        <List.Item>{t('datasets.helpMore')}</List.Item>
        <List.Item>{t('datasets.helpUpload')}</List.Item>
      </List>
    </section>
  )
}

function DatasetSkeletons() {
  return (
    <div className={cards['cards']} aria-hidden>
      {[0, 1, 2, 3, 4].map((number) => (
        <Skeleton key={number} height={260} />
      ))}
    </div>
  )
}
