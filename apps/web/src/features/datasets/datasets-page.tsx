import { Button, List, Skeleton, Stack } from '@mantine/core'
import { IconArrowBackUp, IconCategory, IconFolders, IconHelp, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Dataset } from '#contract/datasets'

import cards from '../../ui/cards.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Paging } from '../../ui/paging.tsx'
import { pageOf, useQueryString } from '../../ui/search-parameters.ts'
import { datasetPage } from './api.ts'
import { CreateDialog } from './create-dialog.tsx'
import { DatasetCard } from './dataset-card.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

type OpenDialog = { kind: 'create' | 'help' } | { kind: 'share' | 'edit'; dataset: Dataset }

interface DatasetsPageProps {
  parts: { ClinicButton: ComponentType; ClinicOffer: ComponentType }
}

export function DatasetsPage({ parts }: DatasetsPageProps) {
  const { t } = useTranslation()
  const [parameters, change] = useQueryString()
  const query = useQuery(datasetPage(pageOf(parameters)))
  const { data, error } = query
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const aside = () => {
    if (data !== undefined) return t('datasets.loaded', { count: data.pagination.total })
    return error === null && t('datasets.loading')
  }
  const createButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'create' })}>
      {t('datasets.create')}
    </Button>
  )
  return (
    <Page
      title={t('datasets.title')}
      aside={aside()}
      actions={
        <>
          <Button
            variant="subtle"
            leftSection={<IconHelp size={16} />}
            onClick={() => setDialog({ kind: 'help' })}
          >
            {t('datasets.help')}
          </Button>
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
      {data === undefined && error === null && <DatasetSkeletons />}
      {data?.datasets.every(({ numberImages }) => numberImages === 0) === true && (
        <parts.ClinicOffer />
      )}
      {data?.datasets.length === 0 && (
        <EmptyState
          icon={<IconFolders size={40} />}
          title={t('datasets.emptyTitle')}
          action={createButton}
        >
          {t('datasets.empty')}
        </EmptyState>
      )}
      <Stack gap="lg">
        <ul className={cards['cards']}>
          {data?.datasets.map((dataset) => (
            <DatasetCard
              key={dataset.id}
              dataset={dataset}
              onShare={() => setDialog({ kind: 'share', dataset })}
              onEdit={() => setDialog({ kind: 'edit', dataset })}
            />
          ))}
        </ul>
        {data !== undefined && (
          <Paging
            page={data.pagination.page}
            pages={data.pagination.pages}
            label={t('common.pages')}
            onChange={(page) => change({ page: String(page) })}
          />
        )}
      </Stack>
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
  if (kind === 'help') return <HelpDialog onClose={onClose} />
  if (kind === 'share') return <ShareDialog dataset={dialog.dataset} onClose={onClose} />
  if (kind === 'edit') {
    return <EditDialog dataset={dialog.dataset} categories={categories} onClose={onClose} />
  }
  return (
    <CreateDialog
      categoryNames={[...new Set(categories.map(({ name }) => name))]}
      onClose={onClose}
    />
  )
}

function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened title={t('datasets.helpTitle')} onClose={onClose}>
      <List spacing="xs">
        <List.Item>{t('datasets.helpFolder')}</List.Item>
        <List.Item>{t('datasets.helpMore')}</List.Item>
        <List.Item>{t('datasets.helpUpload')}</List.Item>
      </List>
    </Dialog>
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
