import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Site } from '#contract/sites'

import { siteList } from '../../api/sites.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconBuildingPlus, IconPencil, IconTrash } from '../../ui/icons.ts'
import { hasFailed, QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import cells from '../../ui/table.module.css'
import { useDeleteSite } from './api.ts'
import { CreateSiteDialog, RenameSiteDialog } from './site-dialogs.tsx'

/** The clinics that share the installation. */
export function SitesPage() {
  const { t } = useTranslation()
  const query = useQuery(siteList)
  const [isCreating, setCreating] = useState(false)
  const [renamed, setRenamed] = useState<Site | null>(null)
  const sites = query.data
  return (
    <Page
      title={t('sites.title')}
      aside={sites && sites.length > 0 && t('sites.count', { count: sites.length })}
      actions={
        <Button leftSection={<IconBuildingPlus size={16} />} onClick={() => setCreating(true)}>
          {t('sites.create')}
        </Button>
      }
    >
      <QueryFailed title={t('sites.failed')} query={query} />
      {sites?.length === 0 && (
        <EmptyState title={t('sites.none')}>{t('sites.noneHint')}</EmptyState>
      )}
      {!hasFailed(query) && sites?.length !== 0 && (
        <DataTable
          label={t('sites.tableLabel')}
          columns={[
            { title: t('sites.name') },
            { title: t('sites.accounts'), align: 'end' },
            { title: t('sites.datasets'), align: 'end' },
            { title: t('users.edit'), align: 'centre' },
            { title: t('users.delete'), align: 'centre' },
          ]}
          rows={sites?.map((site) => (
            <SiteRow key={site.id} site={site} onRename={() => setRenamed(site)} />
          ))}
        />
      )}
      {isCreating && <CreateSiteDialog onClose={() => setCreating(false)} />}
      {renamed !== null && <RenameSiteDialog site={renamed} onClose={() => setRenamed(null)} />}
    </Page>
  )
}

function SiteRow({ site, onRename }: { site: Site; onRename: () => void }) {
  const { t } = useTranslation()
  const { id, name, accounts, datasets } = site
  const remove = useDeleteSite(name)
  const isEmpty = accounts === 0 && datasets === 0
  return (
    <Table.Tr>
      <Table.Td className={cells['text']}>{name}</Table.Td>
      <Table.Td className={cells['number']}>{accounts}</Table.Td>
      <Table.Td className={cells['number']}>{datasets}</Table.Td>
      <Table.Td className={cells['centre']}>
        <RowButton label={t('sites.rename', { name })} onClick={onRename}>
          <IconPencil size={16} />
        </RowButton>
      </Table.Td>
      <Table.Td className={cells['centre']}>
        <RowButton
          label={t('sites.delete', { name })}
          unusable={isEmpty ? undefined : t('sites.notEmpty')}
          busy={remove.isPending}
          onClick={() => remove.mutate({ params: { id } })}
        >
          <IconTrash size={16} />
        </RowButton>
      </Table.Td>
    </Table.Tr>
  )
}
