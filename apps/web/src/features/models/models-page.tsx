import { Badge, Button, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { ModelFolder } from '#contract/models'

import { useTold } from '../../i18n/told.ts'
import { isInstallationAdmin } from '#contract/account'

import { useViewer } from '../../api/viewer.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { IconRefresh } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { modelFolders, useCheckModels } from './api.ts'
import { wordsOf } from './model-words.ts'

/** The networks' folders on the server, and why one is not used. */
export function ModelsPage() {
  const { t } = useTranslation()
  const query = useQuery(modelFolders)
  const check = useCheckModels()
  const viewer = useViewer()
  const button = viewer !== null && isInstallationAdmin(viewer) && (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={check.isPending}
      onClick={() => check.mutate({})}
    >
      {t('analysis.models.check')}
    </Button>
  )
  return (
    <Page title={t('analysis.models.folders')} actions={button}>
      <QueryFailed title={t('analysis.models.loadFailed')} query={query} />
      {query.data?.length === 0 && (
        <EmptyState title={t('analysis.models.noModels')}>
          {t('analysis.models.noModelsHint')}
        </EmptyState>
      )}
      {query.error === null && query.data?.length !== 0 && (
        <DataTable
          label={t('analysis.models.folders')}
          columns={[
            { title: t('analysis.models.name') },
            { title: t('analysis.models.role') },
            { title: t('analysis.models.state') },
            { title: t('analysis.models.use') },
          ]}
          rows={query.data?.map((folder) => (
            <FolderRow key={`${folder.id} ${folder.is_shipped}`} folder={folder} />
          ))}
        />
      )}
    </Page>
  )
}

function FolderRow({ folder }: { folder: ModelFolder }) {
  const { t } = useTranslation()
  const { model } = folder
  const words = model === null ? null : wordsOf(model)
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {words?.name ?? folder.id}
        </Text>
        <Text size="xs" c="dimmed">
          {[folder.id, model?.version, model?.licence].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          {t(folder.is_shipped ? 'analysis.models.shipped' : 'analysis.models.own')}
        </Text>
      </Table.Td>
      <Table.Td>{model !== null && t(`analysis.models.roles.${model.role}`)}</Table.Td>
      <Table.Td>
        <State folder={folder} />
      </Table.Td>
      <Table.Td>
        <Text size="xs">{words?.intended_use}</Text>
        <Text size="xs" c="dimmed">
          {words?.limits}
        </Text>
        <Text size="xs" c="dimmed">
          {model !== null &&
            (model.regulatory.status === 'none'
              ? t('analysis.models.noRegulatory')
              : t('analysis.models.regulatory', model.regulatory))}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

function State({ folder: { model, refused } }: { folder: ModelFolder }) {
  const { t } = useTranslation()
  const { told } = useTold()
  if (refused === null) {
    return (
      <Badge color="teal" variant="dot" miw="max-content">
        {t('analysis.models.ready')}
      </Badge>
    )
  }
  return (
    <>
      <Badge color="red" variant="dot" miw="max-content">
        {model === null
          ? t('analysis.models.refused')
          : t('analysis.models.previous', { version: model.version })}
      </Badge>
      <Text size="xs" maw="28rem" style={{ overflowWrap: 'anywhere' }}>
        {told(refused)}
      </Text>
    </>
  )
}
