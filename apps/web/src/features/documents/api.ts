import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import {
  deleteDocument,
  getDocument,
  getDocumentPdf,
  getReportContent,
  listImageDocuments,
  listPatientDocuments,
} from '#contract/documents'
import type { Image } from '#contract/images'

import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'

/** The documents of an image's study; fetched again when its dataset changes. */
export const documentsOf = ({ id, dataset_id }: Image) =>
  queryOptions({
    queryKey: ['dataset', dataset_id, 'documents', id],
    queryFn: ({ signal }) => call(listImageDocuments, { params: { id }, signal }),
  })

/** The documents of all studies of an image's patient; fetched again when its dataset changes. */
export const documentsOfPatient = ({ id, dataset_id }: Pick<Image, 'id' | 'dataset_id'>) =>
  queryOptions({
    queryKey: ['dataset', dataset_id, 'documents of patient', id],
    queryFn: ({ signal }) => call(listPatientDocuments, { params: { id }, signal }),
  })

/** The text of a structured report, which never changes. */
export const reportContentOf = (id: number) =>
  queryOptions({
    queryKey: ['report-content', id],
    queryFn: ({ signal }) => call(getReportContent, { params: { id }, signal }),
    staleTime: Infinity,
  })

export function useDeleteDocument(datasetId: number) {
  const { t } = useTranslation()
  return useCall(deleteDocument, {
    title: t('documents.deleting'),
    invalidates: [['dataset', datasetId]],
    success: () => t('documents.deleted'),
  })
}

export function documentAddress(id: number): string {
  return addressOf(getDocument, { params: { id } })
}

export function pdfAddress(id: number): string {
  return addressOf(getDocumentPdf, { params: { id } })
}
