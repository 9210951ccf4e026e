import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { discardCorrection, findLesions, getResult, remeasure } from '#contract/analysis'
import { copyAnnotations, getAnnotatorData } from '#contract/annotations'
import { updateCategory } from '#contract/categories'
import { getDatasetData } from '#contract/datasets'
import { getFieldHistory } from '#contract/fields'
import { imageFilters } from '#contract/image-filters'
import { listModels } from '#contract/models'
import { deleteImage, getImage, getImageTile, type Image } from '#contract/images'
import { listUndo } from '#contract/undo'

import { addressOf } from '../../api/address.ts'
import { CallError } from '../../api/call-error.ts'
import { call, type CallInput, type CallOutput } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTold } from '../../i18n/told.ts'
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

export function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && error.code === 'unreachable'
}

/** Work on an image may show on every other screen: they are read again after it is left. */
export function useOutdateOtherScreens(): void {
  const client = useQueryClient()
  useEffect(
    () => () =>
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'annotator',
        refetchType: 'none',
      }),
    [client],
  )
}

export function refreshAnnotatorData(client: QueryClient, id: number): void {
  void client.invalidateQueries({ queryKey: ['annotator', id] })
}

/** Who has changed the values and measurements of an image; read again with its data. */
export const imageHistory = (id: number) =>
  queryOptions({
    queryKey: ['annotator', id, 'history'],
    queryFn: ({ signal }) => call(getFieldHistory, { params: { id }, signal }),
    staleTime: 0,
  })

/** How many deletions are looked through: the latest ones. */
const mostDeletions = 1000

/** Who has deleted an annotation; null if it is not known. */
export const annotationDeletedBy = (id: number) =>
  queryOptions({
    queryKey: ['annotator', 'deleted', id],
    queryFn: async ({ signal }) => {
      const query = { type: 'annotation', limit: mostDeletions } as const
      const deleted = await call(listUndo, { query, signal })
      return deleted.find((each) => each.id === id)?.deleted_by || null
    },
    staleTime: 0,
  })

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
export function mapAddress(id: number, map: string): string {
  return addressOf(getResult, { params: { id }, query: { map } })
}

/** The same as a file. */
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

export type SourceData = CallOutput<typeof getAnnotatorData>

/** The current state of an image from which to copy annotations. */
export const sourceImage = (id: number) =>
  queryOptions({
    queryKey: ['image to copy from', id],
    queryFn: ({ signal }) => call(getAnnotatorData, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  })

/** Images of a list, without the one that is open. */
async function otherImages(
  { id, dataset_id: dataset }: Pick<Image, 'id' | 'dataset_id'>,
  query: NonNullable<CallInput<typeof getDatasetData>['query']>,
): Promise<Image[]> {
  const { images } = await call(getDatasetData, { params: { id: dataset }, query })
  return images.filter((image) => image.id !== id)
}

const mostOffered = 8
/** How many photographs of a patient are looked through. */
const mostOfPatient = 100

/** The photographs of the patient's other eye of the same day; none if patient or eye is unknown. */
export const fellowEyes = (image: Image) =>
  queryOptions({
    queryKey: ['fellow eyes', image.id],
    queryFn: async () => {
      const { patientID, studyDate } = image
      const day = studyDate === '' ? {} : { studyDate__gte: studyDate, studyDate__lte: studyDate }
      const query = { patientID, ...day, limit: mostOfPatient }
      const images = await otherImages(image, query)
      const isFellow = (each: Image) => each.laterality === otherEye(image.laterality)
      return images.filter(isFellow).slice(0, 2)
    },
    enabled: image.patientID !== '' && otherEye(image.laterality) !== null,
  })

/** Photographs of the same eye on earlier days, the latest first; none if patient, eye or day is unknown. */
export const earlierVisits = (image: Image) =>
  queryOptions({
    queryKey: ['earlier visits', image.id],
    queryFn: async () => {
      const { patientID, studyDate, laterality } = image
      const images = await otherImages(image, {
        patientID,
        studyDate__lte: studyDate,
        order: 'studyDateTime',
        ascending: 'false',
        limit: mostOfPatient,
      })
      return images.filter((each) => each.laterality === laterality && each.studyDate < studyDate)
    },
    enabled: image.patientID !== '' && image.studyDate !== '' && image.laterality !== null,
  })

function otherEye(eye: Image['laterality']): 'L' | 'R' | null {
  if (eye === 'R') return 'L'
  return eye === 'L' ? 'R' : null
}

/** Images of the dataset by a part of their file name. */
export const imagesNamed = (image: Image, part: string) =>
  queryOptions({
    queryKey: ['images named', image.id, part],
    queryFn: () =>
      otherImages(image, {
        ...(part !== '' && { file_name__icontains: part }),
        limit: mostOffered,
      }),
    placeholderData: (before) => before,
  })

export function useCopyAnnotations() {
  const { t } = useTranslation()
  return useCall(copyAnnotations, { title: t('annotations.copy.title') })
}
