import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  deleteExport,
  downloadExport,
  type ExportFormat,
  listExports,
  startExport,
} from '#contract/exports'
import type { LiveEvent } from '#contract/live'

import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { pollEveryMs } from '../../api/poll.ts'
import { useCall } from '../../api/use-call.ts'

const exportsKey = (datasetId: number) => ['exports', datasetId]

export const exportList = (datasetId: number, running: boolean) =>
  queryOptions({
    queryKey: exportsKey(datasetId),
    queryFn: ({ signal }) => call(listExports, { params: { id: datasetId }, signal }),
    refetchInterval: running ? pollEveryMs : false,
  })

/** Title of notices about an export. */
export const titleOf = (format: ExportFormat) =>
  format === 'coco' ? 'exports.exporting' : 'exports.exportingOther'

export function useStartExport(datasetId: number, format: ExportFormat) {
  const { t } = useTranslation()
  return useCall(startExport, {
    title: t(titleOf(format)),
    invalidates: [['tasks'], ['dataset', datasetId], exportsKey(datasetId)],
    success: () => t('exports.started'),
  })
}

export function useDeleteExport(datasetId: number) {
  const { t } = useTranslation()
  return useCall(deleteExport, {
    title: t('exports.deleting'),
    invalidates: [exportsKey(datasetId)],
  })
}

export function downloadAddress(id: number): string {
  return addressOf(downloadExport, { params: { id } })
}

export function onExportsChanged(
  client: QueryClient,
  event: LiveEvent & { type: 'dataset' },
): void {
  if (event.change !== 'exports') return
  void client.invalidateQueries({ queryKey: exportsKey(event.dataset_id) })
}
