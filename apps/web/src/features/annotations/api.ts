import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { discardCorrection, findLesions, getResult, remeasure } from '#contract/analysis'
import { copyAnnotations, getAnnotatorData } from '#contract/annotations'
import { updateCategory } from '#contract/categories'
import { imageFilters } from '#contract/image-filters'
import { listModels } from '#contract/models'
import { deleteImage, getImage, getImageTile, type Image } from '#contract/images'

import { addressOf } from '../../api/address.ts'
import { CallError } from '../../api/call-error.ts'
import { call, type CallInput, type CallOutput } from '../../api/call.ts'
import { pollEveryMs } from '../../api/poll.ts'
import { useCall } from '../../api/use-call.ts'
import { isBeingAnalysed } from '../../api/use-request-analysis.ts'
import { useTold } from '../../i18n/told.ts'
import { keptImage } from './kept-images.ts'
import type { Read } from './wire.ts'

/** The list from which the user came: its filters, as in the query string. */
export type ImageList = NonNullable<CallInput<typeof getAnnotatorData>['query']>

/** The list in the query string, without values that the server would refuse. */
export function imageListOf(parameters: URLSearchParams): ImageList {
  const known = Object.entries(imageFilters).flatMap(([name, filter]): [string, string][] => {
    const value = parameters.get(name)
    return value !== null && filter.safeParse(value).success ? [[name, value]] : []
  })
  return Object.fromEntries(known)
}

/** The data of one image, with the time of the request by `performance.now`. */
export type AnnotatorData = CallOutput<typeof getAnnotatorData> & {
  readonly begunAt: number
  /** The annotations and the image's record, if they are known better than from this reading. */
  readonly known?: Read
}

const { compare } = new Intl.Collator(undefined, { numeric: true })

/** Natural order: 9 before 10. */
function byName(a: { name: string }, b: { name: string }): number {
  return compare(a.name, b.name)
}

export async function readAnnotatorData(
  id: number,
  list: ImageList,
  signal?: AbortSignal,
): Promise<AnnotatorData> {
  const begunAt = performance.now()
  const input = { params: { id }, query: list }
  const data = await call(getAnnotatorData, signal === undefined ? input : { ...input, signal })
  return { ...data, begunAt, categories: data.categories.toSorted(byName) }
}

/**
 * Never cached: the editor must start from the server's current state. Only if the server cannot be
 * reached, an image that was open before is as it was left.
 */
export const annotatorData = (id: number, list: ImageList, username: string) =>
  queryOptions({
    queryKey: ['annotator', id, list],
    queryFn: async ({ signal }): Promise<AnnotatorData> => {
      try {
        return await readAnnotatorData(id, list, signal)
      } catch (error) {
        const known = isUnreachable(error) ? keptImage(username, id) : undefined
        if (known === undefined) throw error
        return known
      }
    },
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isBeingAnalysed(state.data.image) ? pollEveryMs : false,
  })

export function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && error.code === 'unreachable'
}

export function refreshAnnotatorData(client: QueryClient, id: number): void {
  void client.invalidateQueries({ queryKey: ['annotator', id] })
}

/** Address of the photograph, at its own size or scaled down to a maximum width. */
export function pictureAddress(
  { id, version }: Pick<Image, 'id' | 'version'>,
  width: number | null,
): string {
  const query = width === null ? { v: version } : { width, v: version }
  return addressOf(getImage, { params: { id }, query })
}

/** Address of a tile of the photograph. */
export function tileAddress(
  { id, version }: Pick<Image, 'id' | 'version'>,
  place: { level: number; x: number; y: number },
): string {
  return addressOf(getImageTile, { params: { id, ...place }, query: { v: version } })
}

export function downloadAddress({ id }: Image): string {
  return addressOf(getImage, { params: { id }, query: { asAttachment: 'true' } })
}

/** @param part one area of the result's picture. */
export function resultAddress(id: number, part?: string): string {
  return addressOf(getResult, {
    params: { id },
    ...(part === undefined ? {} : { query: { part } }),
  })
}

/** A map of probabilities of a result. */
export function mapDownload(id: number, map: string): string {
  return addressOf(getResult, { params: { id }, query: { asAttachment: 'true', map } })
}

export function resultDownload(id: number, asJson: boolean): string {
  const query = { asAttachment: 'true', ...(asJson ? { asJson: 'true' } : {}) } as const
  return addressOf(getResult, { params: { id }, query })
}

/** The numbers of a result, in the form of its kind. */
export const resultNumbers = (id: number) =>
  queryOptions({
    queryKey: ['result numbers', id],
    queryFn: async ({ signal }): Promise<unknown> => {
      const blob = await call(getResult, { params: { id }, query: { asJson: 'true' }, signal })
      return JSON.parse(await blob.text())
    },
    staleTime: Infinity,
  })

/** The networks that propose annotations. */
export const assistants = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) => call(listModels, { signal }),
  select: (models) => models.filter(({ role }) => role === 'lesion'),
})

export function useRemeasure(imageId: number) {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(remeasure, {
    title: t('analysis.correction.failed'),
    success: told,
    invalidates: [['annotator', imageId], ['tasks']],
  })
}

export function useDiscardCorrection(imageId: number) {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(discardCorrection, {
    title: t('analysis.correction.failed'),
    success: told,
    invalidates: [['annotator', imageId], ['tasks']],
  })
}

export function useFindLesions(imageId: number) {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCall(findLesions, {
    title: t('analysis.lesions.button'),
    success: told,
    invalidates: [['annotator', imageId], ['tasks']],
  })
}

export function useDeleteImage({ dataset_id }: Image) {
  const { t } = useTranslation()
  return useCall(deleteImage, {
    title: t('annotations.deletingImage'),
    invalidates: [['dataset', dataset_id], ['datasets']],
  })
}

export function useRecolourCategory({ id }: Pick<Image, 'id'>) {
  const { t } = useTranslation()
  return useCall(updateCategory, {
    title: t('annotations.recolouring'),
    invalidates: [['annotator', id], ['categories'], ['datasets'], ['dataset']],
  })
}

/** The current state of an image from which to copy annotations. */
export const sourceImage = (id: number) =>
  queryOptions({
    queryKey: ['image to copy from', id],
    queryFn: ({ signal }) => call(getAnnotatorData, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  })

export function useCopyAnnotations() {
  const { t } = useTranslation()
  return useCall(copyAnnotations, { title: t('annotations.copy.title') })
}
