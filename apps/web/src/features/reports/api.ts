import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { getResult } from '#contract/analysis'
import { getHandout, getHandoutPdf, writeAdvice } from '#contract/handouts'
import { getImage, type Photograph } from '#contract/images'
import { getImageReport, getPatientPdf, getPatientReport, getReportPdf } from '#contract/reports'
import { reviewAnalysis, type Review } from '#contract/reviews'

import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { onLiveEvent } from '../../api/live.ts'
import { pollEveryMs } from '../../api/poll.ts'
import { useCall } from '../../api/use-call.ts'
import type { Language } from '../../i18n/i18n.ts'
import { readersZone } from '../../i18n/time.ts'

export const imageReport = (id: number) =>
  queryOptions({
    queryKey: ['report', id],
    queryFn: ({ signal }) => call(getImageReport, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.report.under_way ? pollEveryMs : false),
  })

export const patientReport = (id: number) =>
  queryOptions({
    queryKey: ['report', 'patient', id],
    queryFn: ({ signal }) => call(getPatientReport, { params: { id }, signal }),
  })

export const handoutOf = (id: number) =>
  queryOptions({
    queryKey: ['report', 'handout', id],
    queryFn: ({ signal }) => call(getHandout, { params: { id }, signal }),
  })

export function useAdvice() {
  const { t } = useTranslation()
  return useCall(writeAdvice, {
    title: t('report.handout.saving'),
    success: () => t('report.handout.saved'),
    invalidates: [['report']],
  })
}

/** Fetches the report again when images or members of the dataset change. */
export function useLiveReport(datasetId: number | undefined): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type !== 'dataset' || event.dataset_id !== datasetId) return
        if (event.change === 'images' || event.change === 'members')
          void client.invalidateQueries({ queryKey: ['report'] })
      }),
    [client, datasetId],
  )
}

/** Fetches the report again when a value of a field that applies to the image changes. */
export function useLiveValues(imageId: number): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type !== 'fields' || event.image_id !== imageId) return
        void client.invalidateQueries(imageReport(imageId))
      }),
    [client, imageId],
  )
}

export function useReview(decision: Review['decision']) {
  const { t } = useTranslation()
  const isConfirmed = decision === 'confirmed'
  return useCall(reviewAnalysis, {
    title: t(isConfirmed ? 'report.review.confirming' : 'report.review.rejecting'),
    success: () => t(isConfirmed ? 'report.review.confirmed' : 'report.review.rejected'),
    invalidates: [['report'], ['annotator'], ['work']],
  })
}

export function photographAddress(
  { id, version }: Pick<Photograph, 'id' | 'version'>,
  width: number,
): string {
  return addressOf(getImage, { params: { id }, query: { width, v: version } })
}

export function overlayAddress(id: number): string {
  return addressOf(getResult, { params: { id } })
}

export function pdfAddress(id: number, language: Language): string {
  const query = { language, time_zone: readersZone(), asAttachment: 'true' }
  return addressOf(getReportPdf, { params: { id }, query })
}

export function coursePdfAddress(id: number, language: Language): string {
  const query = { language, time_zone: readersZone(), asAttachment: 'true' }
  return addressOf(getPatientPdf, { params: { id }, query })
}

export function handoutAddress(id: number, language: Language): string {
  const query = { language, time_zone: readersZone(), asAttachment: 'true' }
  return addressOf(getHandoutPdf, { params: { id }, query })
}
