import type { z } from 'zod'

import { isoText } from '#clock/clock-time'
import { highestBand, QualityNumbers, RiskNumbers } from '#contract/analysis-numbers'
import { message } from '#contract/messages/message'
import { parsePersonName, shownName } from '#dicom/person-name'
import { codedMeasures, uncodedMeasures } from '#report/coded-measures'
import { statementOf } from '#report/eye'
import { writingIn, type Writing } from '#report/language'
import { measuredEye } from '#report/measures'

import type { Db } from '../../platform/database/database.ts'
import type { Models } from '../../platform/models/models.ts'
import { isOutdated } from '../analysis/present.ts'
import { findAnalysis, type ResultRow } from '../analysis/queries.ts'
import type { DatasetRow } from '../datasets/queries.ts'
import { acquiredOf } from '../images/acquired.ts'
import { filedName, personName } from '../images/dicom/identity.ts'
import type { ImageRow } from '../images/queries.ts'
import { MicsError } from './adapter.ts'
import { findOrder } from './find-order.ts'
import type { resultOutboxMessage } from './jobs.ts'
import { attachOrder, orderOf } from './queries.ts'
import type { Report } from './report.ts'
import { resultIdOf } from './result-id.ts'
import type { MicsDeps } from './storage.ts'

export type DescribeDeps = MicsDeps & {
  readonly db: Db
  readonly models: Models
  readonly product: { readonly name: string; readonly version: string }
  /** Time zone in which confirmation times are shown; null: UTC. */
  readonly siteTimeZone: string | null
}
export type ResultPayload = z.output<typeof resultOutboxMessage.payload>

interface Wanted {
  readonly payload: ResultPayload
  readonly key: string
}

/**
 * A result as it was when its message was posted, with the current patient and order.
 * @throws {MicsError} if it is about another patient, or its order cannot be found
 */
export async function describeResult(
  deps: DescribeDeps,
  { payload, key, image, dataset }: Wanted & { image: ImageRow; dataset: DatasetRow },
): Promise<Report> {
  const { db, models, product } = deps
  const { analysisId, ...posted } = payload
  const analysis = await findAnalysis(db, analysisId)
  if (analysis === undefined) throw new MicsError(message('mics.imageGone'), { isFinal: true })
  // Do not write back measurements made for another patient.
  if (await isOutdated(db, models, { image, analysis })) {
    throw new MicsError(message('mics.outOfDate'), { isFinal: true })
  }
  const writing = writingOf(deps)
  const reviewer = await reviewerOf(db, payload.reviewId)
  return {
    ...posted,
    resultId: resultIdOf(analysis),
    ...numbersOf(analysis.results, writing),
    ...patientOf(image),
    key,
    studyDate: image.study_date ?? '',
    takenAt: takenAtOf(image),
    ordSeq: orderOf(image) || (await findAndAttach(deps, dataset, image)),
    reviewer,
    statement: statementOf({ standing: payload.standing, reviewer }, writing),
    laterality: image.laterality ?? '',
    software: softwareOf(product, analysis.results),
    reportUrl: (deps.orderSystem.site?.reportUrl ?? '').replaceAll('{imageId}', String(image.id)),
    analysedAt: analysis.created_at,
  }
}

/** Withdraws a result from the system to which it was sent. */
export async function withdrawnOf(
  deps: DescribeDeps,
  told: Report,
  { payload: { version, reviewId }, key }: Wanted,
): Promise<Report> {
  const reviewer = await reviewerOf(deps.db, reviewId)
  const standing = 'withdrawn'
  const statement = statementOf({ standing, reviewer }, writingOf(deps))
  return { ...told, key, version, standing, reviewer, statement }
}

function writingOf({ orderSystem, siteTimeZone }: DescribeDeps): Writing {
  return writingIn(orderSystem.site?.language ?? 'en', siteTimeZone ?? 'UTC')
}

async function reviewerOf(db: Db, reviewId: number | null): Promise<Report['reviewer']> {
  if (reviewId === null) return null
  const row = await db
    .selectFrom('analysis_review')
    .select(['reviewer_username as username', 'reviewer_name as name', 'reviewed_at as at'])
    .where('id', '=', reviewId)
    .executeTakeFirst()
  return row ?? null
}

type PatientFacts = Pick<Report, 'patientId' | 'patientName' | 'nameParts' | 'sex' | 'birthDate'>

function takenAtOf(image: ImageRow): string {
  const at = acquiredOf(image)
  return at === undefined ? '' : isoText(at)
}

function patientOf(image: ImageRow): PatientFacts {
  const name = parsePersonName(filedName(image) || personName(image))
  return {
    patientId: image.patient_id,
    patientName: shownName(image.patient_name),
    nameParts: {
      alphabetic: componentsOf(name?.alphabetic),
      ideographic: componentsOf(name?.ideographic),
      phonetic: componentsOf(name?.phonetic),
    },
    sex: image.patient_sex,
    birthDate: image.patient_birth_date ?? '',
  }
}

function componentsOf(group = ''): string[] {
  return group === '' ? [] : group.split('^')
}

/** For an image that was analysed before its order was known. */
async function findAndAttach(
  deps: DescribeDeps,
  dataset: DatasetRow,
  image: ImageRow,
): Promise<string> {
  const order = await findOrder(deps, dataset, image)
  await attachOrder(deps.db, image, order)
  return order.ordSeq
}

function softwareOf(
  { name, version }: DescribeDeps['product'],
  rows: readonly ResultRow[],
): string {
  const networks = rows.map((row) => `${row.model_name} ${row.model_version}`.trim())
  const named = networks.filter((each) => each !== '')
  return [`${name} ${version}`, ...new Set(named.toSorted())].join('; ')
}

type Numbers = Pick<Report, 'quality' | 'riskCategory' | 'measurements' | 'unmeasured'>

function numbersOf(rows: readonly ResultRow[], writing: Writing): Numbers {
  const numbers: Record<string, unknown> = Object.fromEntries(
    rows.map((row) => [row.kind, row.numbers]),
  )
  const quality = QualityNumbers.safeParse(numbers['quality']).data
  const risk = RiskNumbers.safeParse(numbers['risk']).data
  const eye = measuredEye(numbers)
  return {
    quality: quality?.grade ?? '',
    riskCategory: (risk === undefined ? null : highestBand(risk)) ?? '',
    measurements: eye === null ? [] : codedMeasures(eye, writing),
    unmeasured: eye === null ? [] : uncodedMeasures(eye, writing),
  }
}
