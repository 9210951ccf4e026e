import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { addArchive } from '#contract/archives'
import {
  chooseFrame,
  deleteImage,
  getImage,
  getKeptField,
  type Image,
  uploadImage,
} from '#contract/images'
import { message } from '#contract/messages/message'
import { exportPatients } from '#contract/patient-table'
import { startScan } from '#contract/scans'
import { chooseTwin, getTwins, listTwins, type Twin } from '#contract/twins'

import { addressOf } from '../../api/address.ts'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { serverInfo } from '../../api/viewer.ts'
import { deletedNotice } from '../../ui/deleted-notice.tsx'
import type { SendFile } from './upload-queue.ts'

const thumbnailWidth = 250
/** Pixels: enough to distinguish frames. */
const frameWidth = 1024
/** Pixels: enough to read small print. */
const pictureWidth = 2048

/** Queries that show a dataset's images or their number. */
export const staleAfterChange = (datasetId: number) => [['dataset', datasetId], ['datasets']]

export function thumbnailAddress(image: Image): string {
  const query = { width: thumbnailWidth, thumbnail: 'true', v: image.version }
  return addressOf(getImage, { params: { id: image.id }, query })
}

/** The forms in which an image can be downloaded. */
type DownloadForm = keyof typeof downloadQueries

const downloadQueries = {
  original: { asAttachment: 'true' },
  png: { asPng: 'true' },
  dicom: { asAttachment: 'true', asDicom: 'true' },
  unmasked: { asAttachment: 'true', asDicom: 'true', deidentified: 'true', mask: 'false' },
  masked: { asAttachment: 'true', asDicom: 'true', deidentified: 'true', mask: 'true' },
} as const

export function downloadAddress(image: Image, form: DownloadForm): string {
  return addressOf(getImage, { params: { id: image.id }, query: downloadQueries[form] })
}

/** The picture in which the user looks for text. */
export function pictureAddress(image: Pick<Image, 'id' | 'version'>): string {
  const query = { width: pictureWidth, v: image.version }
  return addressOf(getImage, { params: { id: image.id }, query })
}

export function fullPictureAddress(image: Pick<Image, 'id' | 'version'>): string {
  return addressOf(getImage, { params: { id: image.id }, query: { v: image.version } })
}

/** The picture of a frame, counted from 1. */
export function frameAddress(image: Image, frame: number): string {
  const query = { width: frameWidth, frame, v: image.version }
  return addressOf(getImage, { params: { id: image.id }, query })
}

/** The part of the picture that remains after masking the surround. */
export const keptFieldOf = ({ id, version }: Pick<Image, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['kept-field', id, version],
    queryFn: ({ signal }) => call(getKeptField, { params: { id }, signal }),
    staleTime: Infinity,
    retry: false,
  })

/** CSV with the row of the image's patient. */
export function patientCsvAddress(image: Image): string {
  const query = { image_id: image.id }
  return addressOf(exportPatients, { params: { id: image.dataset_id }, query })
}

export function useDeleteImage({ dataset_id, file_name }: Image) {
  const { t } = useTranslation()
  return useCall(deleteImage, {
    title: t('images.deleting'),
    invalidates: staleAfterChange(dataset_id),
    success: () => deletedNotice(t('images.deleted', { name: file_name })),
  })
}

export function useChooseFrame({ dataset_id, id }: Image) {
  const { t } = useTranslation()
  return useCall(chooseFrame, {
    title: t('images.choosingFrame'),
    invalidates: [...staleAfterChange(dataset_id), ['annotator', id]],
  })
}

const twinsKey = ['twins']

/** The images with the same SOP Instance UID as this one. */
export const twinsOf = (id: number) =>
  queryOptions({
    queryKey: [...twinsKey, id],
    queryFn: ({ signal }) => call(getTwins, { params: { id }, signal }),
    staleTime: 0,
  })

/** All images that wait for a choice, for administrators. */
export const openTwins = queryOptions({
  queryKey: [...twinsKey, 'open'],
  queryFn: ({ signal }) => call(listTwins, { signal }),
})

export function useChooseTwin({ id, dataset_id }: Twin) {
  const { t } = useTranslation()
  return useCall(chooseTwin, {
    title: t('twins.title'),
    invalidates: [...staleAfterChange(dataset_id), twinsKey, ['annotator'], ['report']],
    success: () => t('twins.chosen', { id }),
  })
}

export function useStartScan(datasetId: number) {
  const { t } = useTranslation()
  return useCall(startScan, {
    title: t('scans.scanning'),
    invalidates: [['tasks'], ['dataset', datasetId]],
  })
}

export function sendTo(datasetId: number, client: QueryClient): SendFile {
  return async ({ file, folder, makesUids }, { signal, onProgress }) => {
    refuseTooLarge(file, (await client.ensureQueryData(serverInfo)).largest_upload)
    const files = [file]
    const place = folder === '' ? {} : { folder }
    if (/\.zip$/i.test(file.name)) {
      const params = { id: datasetId }
      const sent = { params, query: place, files, signal, onUploadProgress: onProgress }
      const { id } = await call(addArchive, sent)
      void client.invalidateQueries({ queryKey: ['tasks'] })
      return { state: 'unpacking', taskId: id }
    }
    const uids = makesUids ? ({ make_uids: 'true' } as const) : {}
    const query = { dataset_id: datasetId, ...place, ...uids }
    const answer = await call(uploadImage, { query, files, signal, onUploadProgress: onProgress })
    return { state: answer.existing ? 'existing' : 'done' }
  }
}

/** The server's own refusal, but before minutes of uploading. */
function refuseTooLarge({ name, size }: File, most: number): void {
  if (size <= most) return
  const told = message('files.tooLarge', { file: name, most: Math.round(most / 2 ** 20) })
  throw new CallError(413, { code: 'too_large', message: 'The file is too large.', ...told })
}
