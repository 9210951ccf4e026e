import { isoSeconds } from '#clock/clock-time'
import { z } from 'zod'

import { highestBand, RiskNumbers } from '#contract/analysis-numbers'
import {
  reportStateOf,
  type Image,
  type Photograph,
  type ShownAnalysisState,
} from '#contract/images'
import { english, tell } from '#contract/messages/message'
import { messageReceivers, type UndeliveredMessage } from '#contract/outbox'
import type { Metadata } from '#contract/primitives'
import { reviewDecisions, type Review } from '#contract/reviews'
import { shownName } from '#dicom/person-name'

import { acquiredOf } from './acquired.ts'
import { derivedLaterality } from './dicom/columns.ts'
import type { UndeliveredRow } from './list/listed-columns.ts'
import { ageTextOf } from './person.ts'
import type { ImageRow, ListedImage } from './queries.ts'

/** A review in the database's JSON. */
const KeptReview = z
  .object({
    id: z.int(),
    naming_result: z.int(),
    decision: z.enum(reviewDecisions),
    note: z.string(),
    reviewer_username: z.string(),
    reviewer_name: z.string(),
    reviewed_at: z.coerce.date(),
  })
  .transform(
    ({
      naming_result: analysis_id,
      reviewer_username,
      reviewer_name,
      reviewed_at,
      ...rest
    }): Review => ({
      ...rest,
      analysis_id,
      by: { username: reviewer_username, name: reviewer_name },
      at: reviewed_at.toISOString(),
    }),
  )

export function presentImage(row: ListedImage): Image {
  const review = KeptReview.nullable().parse(row.review)
  const risk = RiskNumbers.safeParse(row.risk).data
  return {
    ...presentPhotograph(row),
    dataset_id: row.dataset_id,
    file_name: row.file_name,
    path: row.path,
    size: row.size,
    patientName: shownName(row.patient_name),
    patientNameKorean: row.patient_name_korean,
    patientID: row.patient_id,
    patientSex: row.patient_sex.trim(),
    patientAge: ageTextOf(row),
    studyDate: row.study_date ?? '',
    studyDate_image: presentAcquired(row),
    laterality: row.laterality,
    lateralityDerived: row.laterality_source === derivedLaterality,
    annotated: row.annotated,
    numberAnnotations: row.annotation_count,
    annotating: row.annotating,
    category_ids: row.category_ids,
    fields: row.fields,
    metadata: row.metadata as Metadata,
    micsMeta: row.mics_meta as Metadata,
    dicomMeta: row.dicom_meta,
    stateMICS: row.mics_state,
    micsFailure: row.mics_failure === null ? null : tell(row.mics_failure),
    undelivered: row.undelivered.map(presentUndelivered),
    pacsState: row.pacs_state,
    prediction_status: row.prediction_status === null ? '' : english(row.prediction_status),
    prediction_told: row.prediction_status && tell(row.prediction_status),
    analysisState: shownAnalysisState(row),
    reportState: reportStateOf(row.analysis_state, review?.decision ?? null),
    riskBand: risk === undefined ? null : highestBand(risk),
    review,
    predicted: row.predicted,
    missing: row.missing_at !== null,
    twin: presentTwin(row),
    undecodable: row.undecodable === null ? '' : english(row.undecodable),
    undecodable_told: row.undecodable && tell(row.undecodable),
    frames: framesOf(row),
    frame: row.frame,
    documents: row.documents,
    openThreads: row.open_threads,
  }
}

/** By the camera's clock, with its offset if known. */
export function presentAcquired(row: Parameters<typeof acquiredOf>[0]): string | null {
  const at = acquiredOf(row)
  return at === undefined ? null : isoSeconds(at)
}

/** How many frames the image's file has (Number of Frames). */
export function framesOf({ dicom_meta: meta }: Pick<ImageRow, 'dicom_meta'>): number {
  const frames = Number(meta['00280008'] ?? 1)
  return Number.isInteger(frames) && frames > 1 ? frames : 1
}

function presentTwin({ twin, twins }: ListedImage): Image['twin'] {
  if (twins === null) return null
  return { standing: twin ?? 'counts', is_open: twins.isOpen, others: twins.others }
}

export function presentPhotograph({
  id,
  width,
  height,
  sha256,
  frame,
}: Pick<ImageRow, 'id' | 'width' | 'height' | 'sha256' | 'frame'>): Photograph {
  const ofFile = sha256.toString('hex').slice(0, 16)
  return { id, width, height, version: frame === 1 ? ofFile : `${ofFile}-${frame}` }
}

function presentUndelivered(row: UndeliveredRow): UndeliveredMessage {
  const { kind, is_refused: isRefused, tries, due_at: due, failure } = row
  return {
    receiver: messageReceivers[kind],
    state: isRefused ? 'refused' : 'waiting',
    tries,
    next_try_at: isRefused ? null : new Date(due).toISOString(),
    why: failure === null ? null : tell(failure),
  }
}

function shownAnalysisState(row: ImageRow): ShownAnalysisState {
  const { analysis_state: state, prediction_status: status } = row
  if (state !== 'underWay') return state
  return status?.key === 'analysis.statusRunning' ? 'running' : 'queued'
}
