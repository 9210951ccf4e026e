import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  exportGradesAsFhir,
  exportOutlines,
  getAdjudication,
  getAssignmentAgreement,
  getScore,
  listAdjudications,
  listAssignedImages,
  type ReadingState,
  settleImage,
} from '#contract/adjudication'
import { getFields } from '#contract/fields'
import { getImage } from '#contract/images'

import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

const adjudicationKey = ['adjudication']

/** An assignment of a dataset. */
export interface Place {
  readonly datasetId: number
  readonly assignmentId: number
}

const paramsOf = ({ datasetId, assignmentId }: Place) => ({
  id: datasetId,
  assignment: assignmentId,
})

export interface ImagesQuery {
  readonly page: number
  readonly state: ReadingState | undefined
  readonly field: string | undefined
}

export const assignedImages = (place: Place, { page, state, field }: ImagesQuery) =>
  queryOptions({
    queryKey: [...adjudicationKey, 'images', place, page, state, field],
    queryFn: ({ signal }) =>
      call(listAssignedImages, {
        params: paramsOf(place),
        query: {
          page,
          ...(state !== undefined && { state }),
          ...(field !== undefined && { field }),
        },
        signal,
      }),
  })

export const adjudication = (place: Place, imageId: number) =>
  queryOptions({
    queryKey: [...adjudicationKey, 'image', place, imageId],
    queryFn: ({ signal }) =>
      call(getAdjudication, { params: { ...paramsOf(place), image: imageId }, signal }),
  })

export const assignmentAgreement = (place: Place) =>
  queryOptions({
    queryKey: [...adjudicationKey, 'agreement', place],
    queryFn: ({ signal }) => call(getAssignmentAgreement, { params: paramsOf(place), signal }),
  })

export const adjudications = queryOptions({
  queryKey: [...adjudicationKey, 'work'],
  queryFn: ({ signal }) => call(listAdjudications, { signal }),
})

export const score = (workId: number) =>
  queryOptions({
    queryKey: [...adjudicationKey, 'score', workId],
    queryFn: ({ signal }) => call(getScore, { params: { id: workId }, signal }),
  })

export const fieldsOfDataset = (datasetId: number) =>
  queryOptions({
    queryKey: ['assignable fields', datasetId],
    queryFn: ({ signal }) => call(getFields, { params: { id: datasetId }, signal }),
  })

export function gradesAsFhirAddress(place: Place): string {
  return addressOf(exportGradesAsFhir, { params: paramsOf(place) })
}

export function outlinesAddress(place: Place): string {
  return addressOf(exportOutlines, { params: paramsOf(place) })
}

/** Pixels: enough for outlines to be compared on a wide screen. */
const pictureWidth = 2048

export function pictureAddress(imageId: number): string {
  return addressOf(getImage, { params: { id: imageId }, query: { width: pictureWidth } })
}

export function pageOfImage({ datasetId, assignmentId }: Place, imageId: number): string {
  return `/dataset/${datasetId}/assignment/${assignmentId}/image/${imageId}`
}

export function useSettle(place: Place, imageId: number) {
  const { t } = useTranslation()
  const settling = useCall(settleImage, {
    title: t('adjudication.settling'),
    invalidates: [adjudicationKey],
  })
  return { ...settling, params: { ...paramsOf(place), image: imageId } }
}
