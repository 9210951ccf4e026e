import { keepPreviousData, type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  createDataset,
  deleteDataset,
  getDatasetData,
  listDatasets,
  listMembers,
  resetMetadata,
  shareDataset,
  updateDataset,
} from '#contract/datasets'
import type { LiveEvent } from '#contract/live'
import { listGroupNames, listSharedGroups } from '#contract/user-groups'

import { call, type CallOutput } from '../../api/call.ts'
import { pollEveryMs } from '../../api/poll.ts'
import { useCall } from '../../api/use-call.ts'
import { deletedNotice } from '../../ui/deleted-notice.tsx'
import type { DatasetsQuery } from './datasets-query.ts'
import type { ImageQuery } from './image-query.ts'

const datasetsPageSize = 52
export const imagesPageSize = 52

const listKey = ['datasets']
const datasetKey = (id: number) => ['dataset', id]
const membersKey = (id: number) => ['members', id]

export const datasetPage = (page: number, shown: DatasetsQuery = {}) =>
  queryOptions({
    queryKey: [...listKey, page, shown],
    queryFn: ({ signal }) =>
      call(listDatasets, { query: { ...shown, page, limit: datasetsPageSize }, signal }),
    placeholderData: keepPreviousData,
  })

export type ListedDatasets = CallOutput<typeof listDatasets>

export type DatasetData = CallOutput<typeof getDatasetData>

const hasWork = (data: DatasetData): boolean => {
  const { images, scanId, exportId, importId, generateId, resetId } = data
  const isAnalysing = images.some(
    ({ analysisState: state }) => state === 'queued' || state === 'running',
  )
  return isAnalysing || [scanId, exportId, importId, generateId, resetId].some((id) => id !== null)
}

export const datasetData = (id: number, query: ImageQuery, page: { page: number; limit: number }) =>
  queryOptions({
    queryKey: [...datasetKey(id), 'images', query, page],
    queryFn: ({ signal }) =>
      call(getDatasetData, {
        params: { id },
        query: { ...query, ...page },
        signal,
      }),
    // Show the previous page of the same dataset while the next one loads.
    placeholderData: (previous, from) => (from?.queryKey[1] === id ? previous : undefined),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && hasWork(data) ? pollEveryMs : false,
  })

export const members = (id: number) =>
  queryOptions({
    queryKey: membersKey(id),
    queryFn: ({ signal }) => call(listMembers, { params: { id }, signal }),
  })

export type Member = CallOutput<typeof listMembers>[number]

export const sharedGroups = (id: number) =>
  queryOptions({
    queryKey: [...membersKey(id), 'groups'],
    queryFn: ({ signal }) => call(listSharedGroups, { params: { id }, signal }),
  })

/** The groups with which a dataset can be shared. */
export const groupNames = queryOptions({
  queryKey: ['group names'],
  queryFn: ({ signal }) => call(listGroupNames, { signal }),
})

export function useCreateDataset() {
  const { t } = useTranslation()
  return useCall(createDataset, {
    title: t('datasets.creating'),
    invalidates: [listKey, ['categories']],
    success: ({ name }) => t('datasets.created', { name }),
  })
}

export function useUpdateDataset(id: number) {
  const { t } = useTranslation()
  return useCall(updateDataset, {
    title: t('datasets.updating'),
    invalidates: [listKey, datasetKey(id)],
  })
}

export function useResetMetadata(id: number) {
  const { t } = useTranslation()
  return useCall(resetMetadata, {
    title: t('datasets.resetting'),
    invalidates: [['tasks'], datasetKey(id)],
  })
}

export function useShareDataset(id: number, name: string) {
  const { t } = useTranslation()
  return useCall(shareDataset, {
    title: t('datasets.sharing'),
    invalidates: [listKey, datasetKey(id), membersKey(id)],
    success: () => t('datasets.shareSaved', { name }),
  })
}

export function useDeleteDataset(name: string) {
  const { t } = useTranslation()
  return useCall(deleteDataset, {
    title: t('datasets.deleting'),
    invalidates: [listKey, ['categories']],
    success: () => deletedNotice(t('datasets.deleted', { name })),
  })
}

/** Fetches again the data that the event made stale. */
export function onDatasetEvent(client: QueryClient, event: LiveEvent & { type: 'dataset' }): void {
  const id = event.dataset_id
  const stale = {
    images: [listKey, datasetKey(id)],
    exports: [datasetKey(id)],
    releases: [],
    categories: [listKey, datasetKey(id)],
    fields: [datasetKey(id)],
    scales: [datasetKey(id)],
    members: [listKey, datasetKey(id), membersKey(id)],
    deleted: [listKey, datasetKey(id)],
  }[event.change]
  for (const queryKey of stale) void client.invalidateQueries({ queryKey })
}

/** Fetches a dataset again when work on it as a whole, such as an export, begins or ends. */
export function onWorkOnDataset(client: QueryClient, event: LiveEvent & { type: 'task' }): void {
  const { dataset_id: id, image_id: image, status } = event
  if (id === null || image !== null || status === 'running') return
  void client.invalidateQueries({ queryKey: datasetKey(id) })
}

/** Other data of a dataset, such as an image's PACS transfers, share the first two parts of the key. */
function isOfImages({ queryKey: [of, , what] }: Query): boolean {
  return of === 'dataset' && what === 'images'
}

/** Updates who annotates an image on the pages that show it. */
export function onPresenceEvent(
  client: QueryClient,
  event: LiveEvent & { type: 'presence' },
): void {
  client.setQueriesData<DatasetData>({ predicate: isOfImages }, (data) =>
    data?.images.some((image) => image.id === event.image_id)
      ? {
          ...data,
          images: data.images.map((image) =>
            image.id === event.image_id ? { ...image, annotating: event.usernames } : image,
          ),
        }
      : data,
  )
}
