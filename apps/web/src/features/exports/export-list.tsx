import {
  ActionIcon,
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Export } from '#contract/exports'

import { fileSize } from '../../i18n/format.ts'
import { ago, momentText } from '../../i18n/time.ts'
import { EmptyState, NextStep } from '../../ui/empty-state.tsx'
import { IconDownload, IconFileExport, IconTrash } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { downloadAddress, exportList, useDeleteExport } from './api.ts'
import classes from './export-list.module.css'

interface ExportListProps {
  datasetId: number
  /** Task of a running export. */
  runningTask: number | null
}

export function ExportList({ datasetId, runningTask }: ExportListProps) {
  const { t } = useTranslation()
  const running = runningTask !== null
  const { data, error, refetch } = useQuery(exportList(datasetId, running))
  const wasRunning = useRef(running)
  useEffect(() => {
    // The list now contains the export that has just finished.
    if (wasRunning.current && !running) void refetch()
    wasRunning.current = running
  }, [running, refetch])
  return (
    <Stack gap="md">
      {running && (
        <Alert variant="light" title={t('exports.running')}>
          <Anchor component={Link} to={`/tasks?id=${runningTask}`} size="sm">
            {t('exports.showTask')}
          </Anchor>
        </Alert>
      )}
      {data === undefined && error !== null && (
        <LoadFailed title={t('common.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={64} />}
      {data?.length === 0 && !running && (
        <EmptyState
          icon={<IconFileExport size={40} />}
          title={t('exports.empty')}
          action={<NextStep to="?tab=exports&open=export">{t('exports.export')}</NextStep>}
        >
          {t('exports.emptyHint')}
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={classes['list']} aria-label={t('exports.list')}>
          {data.map((row) => (
            <ExportRow key={row.id} row={row} datasetId={datasetId} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function ExportRow({ row, datasetId }: { row: Export; datasetId: number }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useDeleteExport(datasetId)
  const { id } = row
  const { images, annotations } = row.counts
  const content = [
    t('exports.images', { count: images }),
    t('exports.annotations', { count: annotations }),
    fileSize(row.size),
  ].join(', ')
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <Text fw={600}>{t('exports.name', { id })}</Text>
        <Text size="sm" c="dimmed" title={momentText(row.created_at)}>
          {ago(row.created_at)} · {t('exports.createdBy', { name: row.created_by })} · {content}
        </Text>
        <Group gap={6} mt={4}>
          {row.identified && (
            <Badge variant="light" color="orange">
              {t('exports.identified')}
            </Badge>
          )}
          {row.tags.map((tag) => (
            <Badge key={tag} variant="light" color="gray" className={classes['tag']}>
              {tag}
            </Badge>
          ))}
        </Group>
      </div>
      {row.downloadable ? (
        <Button
          component="a"
          href={downloadAddress(id)}
          download
          variant="default"
          aria-label={t('exports.downloadOf', { id })}
          leftSection={<IconDownload size={16} />}
        >
          {t('exports.download')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('exports.notDownloadable')}
        </Text>
      )}
      <ActionIcon
        size="lg"
        aria-label={t('exports.deleteOf', { id })}
        onClick={() =>
          confirm({
            title: t('exports.deleteTitle', { id }),
            lines: [t('exports.deleteLoss')],
            confirm: t('common.delete'),
            onConfirm: () => remove.mutate({ params: { id } }),
          })
        }
      >
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  )
}
