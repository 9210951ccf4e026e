import { Button, List, Skeleton, Stack, Title } from '@mantine/core'
import { IconArrowBackUp, IconCategory, IconFolders, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Dataset } from '#contract/datasets'

import cards from '../../ui/cards.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { HelpPart } from '../../ui/help.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Paging } from '../../ui/paging.tsx'
import { pageOf, useQueryString } from '../../ui/search-parameters.ts'
import { useOpened } from '../../ui/use-opened.ts'
import { datasetPage, type ListedDatasets } from './api.ts'
import { CreateDialog } from './create-dialog.tsx'
import { DatasetCard } from './dataset-card.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

type OpenDialog = { kind: 'share' | 'edit'; dataset: Dataset }

interface DatasetsPageProps {
  parts: { ClinicButton: ComponentType; ClinicOffer: ComponentType; GuideCard: ComponentType }
}

export function DatasetsPage({ parts }: DatasetsPageProps) {
  const { t } = useTranslation()
  const [parameters, change] = useQueryString()
  const query = useQuery(datasetPage(pageOf(parameters)))
  const { data, error } = query
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isCreating, setCreating] = useOpened('create')
  const isLoading = data === undefined && error === null
  const createButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {t('datasets.create')}
    </Button>
  )
  return (
    <Page
      title={t('datasets.title')}
      aside={<Count data={data} isLoading={isLoading} />}
      actions={
        <>
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
          {data?.datasets.length !== 0 && createButton}
        </>
      }
    >
      <QueryFailed title={t('datasets.loadingFailed')} query={query} />
      {isLoading && <DatasetSkeletons />}
      {hasNoImages(data?.datasets) && <parts.ClinicOffer />}
      <parts.GuideCard />
      {data?.datasets.length === 0 && (
        <EmptyState
          icon={<IconFolders size={40} />}
          title={t('datasets.emptyTitle')}
          action={createButton}
        >
          {t('datasets.empty')}
        </EmptyState>
      )}
      {data !== undefined && (
        <Cards data={data} onDialog={setDialog} onPage={(page) => change({ page })} />
      )}
      <HelpPart>
        <AboutFolders />
      </HelpPart>
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
    </Page>
  )
}

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

function namesOf(data: ListedDatasets | undefined): string[] {
  return [...new Set(data?.categories.map(({ name }) => name))]
}

function hasNoImages(datasets: readonly Dataset[] | undefined): boolean {
  return datasets?.every(({ numberImages }) => numberImages === 0) === true
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
