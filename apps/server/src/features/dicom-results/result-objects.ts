import { createHash } from 'node:crypto'

import type { ResultObject } from '#contract/dicom-results'
import type { StatedValue } from '#contract/fields/stated'
import { message } from '#contract/messages/message'
import { standings, type Standing } from '#contract/standing'
import { isoText } from '#clock/clock-time'
import type { Attributes } from '#dicom/attributes'
import { sopClasses, type ObjectContext, type ReferencedImage } from '#dicom/objects/common'
import { encapsulatedPdf } from '#dicom/objects/encapsulated-pdf'
import { measurementReport, type Verification } from '#dicom/objects/measurement-report'
import { rejectionNote } from '#dicom/objects/rejection-note'
import { writeObject } from '#dicom/write-file'
import { writingIn, type Language } from '#report/language'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { isOutdated } from '../analysis/present.ts'
import { findCurrentAnalysis, type Analysis } from '../analysis/queries.ts'
import { statedValues } from '../fields/stated-values.ts'
import { acquiredOf } from '../images/acquired.ts'
import { uidFor } from '../images/dicom/uids.ts'
import { clockOfStudy, objectContext } from '../images/dicom/object-context.ts'
import type { ImageRow } from '../images/queries.ts'
import { writeReport, type ReportDeps } from '../reports/write-report.ts'
import { findReview, findStand, type ReviewRow } from '../reviews/queries.ts'
import { measurementGroups } from './measurement-groups.ts'
import { observerName } from './observer-name.ts'
import { findSegments, writeSegments } from './segments.ts'
import { statedGroups } from './stated-groups.ts'

interface Wanted {
  readonly image: ImageRow
  readonly language: Language
  readonly signal: AbortSignal
}

/** A separate series for each kind, because a series has one modality. */
const series = {
  measurements: { number: 9001, description: 'AI measurements', modality: 'SR' },
  annotations: { number: 9002, description: 'Annotations, AI-assisted', modality: 'SEG' },
  report: { number: 9003, description: 'AI report', modality: 'DOC' },
  rejection: { number: 9004, description: 'Rejected AI results', modality: 'KO' },
} as const satisfies Record<ResultObject | 'rejection', object>

/** The inputs of an object: the same ones give the same UID, others another one. */
interface Origin {
  readonly owner: string
  readonly at: Date
}

type OfAnalysis = Origin & {
  readonly analysis: Analysis
  readonly standing: Standing
  /** Null if nobody has reviewed it. */
  readonly review: ReviewRow | null
  /** The agreed values that apply to the image. */
  readonly stated: readonly StatedValue[]
}

/**
 * Writes the object of a kind about an image as a DICOM file; undefined if there is nothing to
 * report.
 * @throws {Problem} not_possible_now if the image was assigned to another patient than its file
 * states
 */
export function resultObject(
  deps: ReportDeps,
  db: Db,
  { kind, ...wanted }: Wanted & { readonly kind: ResultObject },
): Promise<Uint8Array | undefined> {
  refuseOtherPatient(wanted.image)
  return writers[kind](deps, db, wanted)
}

/** An object belongs to its image's study, and so to that study's patient in the archive. */
function refuseOtherPatient({ dicom_meta: meta, patient_id: stated }: ImageRow): void {
  const filed = meta['00100020']?.trim() ?? ''
  if (filed === '' || filed === stated.trim()) return
  const told = message('patientData.otherPatientInArchive', { filed, stated })
  throw new Problem('not_possible_now', told)
}

type Write = (deps: ReportDeps, db: Db, wanted: Wanted) => Promise<Uint8Array | undefined>

const writers: Readonly<Record<ResultObject, Write>> = {
  async measurements(deps, db, { image, language }) {
    const origin = await originOf(deps, db, { image, what: `measurements in ${language}` })
    // A report of measurements cannot state that it was rejected.
    if (origin === undefined || origin.standing === 'withdrawn') return undefined
    const { results } = origin.analysis
    const groups = [
      ...(await measurementGroups(db, image, { results, writing: writingIn(language, 'UTC') })),
      ...(await statedGroups(db, origin.stated, { image, language })),
    ]
    if (groups.length === 0) return undefined
    const { context, of } = await contextOf(deps, db, { image, kind: 'measurements', origin })
    const deviceObserverUid = await uidFor(db, 'device', 'software')
    const verification = verificationOf(image, origin)
    const request = { image: of, groups, deviceObserverUid, language, verification }
    return written(measurementReport(context, request))
  },

  async annotations(deps, db, { image, signal }) {
    const found = await findSegments(db, image)
    if (found === undefined) return undefined
    const { context, of } = await contextOf(deps, db, { image, kind: 'annotations', origin: found })
    const { segments } = found
    const dimensionOrganizationUid = await uidFor(db, 'dimension', found.owner)
    const request = { context, image: of, segments, dimensionOrganizationUid }
    return writeSegments({ ...request, columns: image.width, rows: image.height }, signal)
  },

  async report(deps, db, { image, language, signal }) {
    const origin = await originOf(deps, db, { image, what: `report in ${language}` })
    if (origin === undefined) return undefined
    const { context } = await contextOf(deps, db, { image, kind: 'report', origin })
    const pdf = await writeReport(deps, db, { image, language, signal })
    const title =
      language === 'ko' ? '안저사진 인공지능 분석 보고서' : 'AI analysis of a fundus photograph'
    return written(encapsulatedPdf(context, { title, pdf }))
  },
}

/**
 * The analysis and its latest review; undefined if there is none of the image in its current state.
 */
async function originOf(
  { models }: ReportDeps,
  db: Db,
  { image, what }: { image: ImageRow; what: string },
): Promise<OfAnalysis | undefined> {
  const analysis = await findCurrentAnalysis(db, image.id)
  if (analysis === undefined || (await isOutdated(db, models, { image, analysis })))
    return undefined
  const [first] = analysis.results
  const stand = await findStand(db, image.id)
  if (first === undefined || stand === null) return undefined
  const review = (await findReview(db, image.id)) ?? null
  const { standing } = stand
  const reviewed = review === null ? '' : `, ${standing} by review ${review.id}`
  const stated = await statedValues(db, image)
  return {
    owner: `${what} of image ${image.id}, result ${first.id}${reviewed}${statedMark(stated)}`,
    at: latestOf(review?.reviewed_at ?? analysis.created_at, stated),
    analysis,
    standing,
    review,
    stated,
  }
}

/** Other values make another object; without any, the object keeps the UID of earlier versions. */
function statedMark(stated: readonly StatedValue[]): string {
  if (stated.length === 0) return ''
  const digest = createHash('sha256').update(JSON.stringify(stated)).digest('hex')
  return `, stated ${digest}`
}

function latestOf(at: Date, stated: readonly StatedValue[]): Date {
  const times = stated.flatMap(({ entered }) => (entered === null ? [] : [Date.parse(entered.at)]))
  return new Date(Math.max(at.getTime(), ...times))
}

const institutionName = '00080080'

function verificationOf(
  image: ImageRow,
  { standing, review, at }: OfAnalysis,
): Verification | null {
  if (review === null || !standings[standing].isVerified) return null
  // The reviewer does not answer for values that were stated after the review.
  if (at > review.reviewed_at) return null
  const organisation = image.dicom_meta[institutionName]?.trim() ?? ''
  return {
    observer: observerName(reviewerOf(review)),
    organisation: organisation === '' ? 'Not stated' : organisation,
  }
}

function reviewerOf({ reviewer_name: name, reviewer_username: username }: ReviewRow) {
  return { name, username }
}

/** An object that an archive has stored. */
type Stored = Pick<ReferencedImage, 'sopClassUid' | 'sopInstanceUid'>

/** The kinds of objects that report an analysis; annotations are independent of it. */
const kindsOfAnalysis: ReadonlyMap<string, 'measurements' | 'report'> = new Map([
  [sopClasses.comprehensiveSr, 'measurements'],
  [sopClasses.encapsulatedPdf, 'report'],
])

interface Rejected {
  readonly image: ImageRow
  readonly stored: readonly Stored[]
  /** The patient that they were sent for; null: the image's. */
  readonly patient: ObjectContext['patient'] | null
}

/**
 * A note that rejects an archive's objects of an analysis that a clinician has rejected; undefined
 * if the archive has none.
 */
export async function rejectionObject(
  deps: ReportDeps,
  db: Db,
  { image, stored, patient }: Rejected,
): Promise<Uint8Array | undefined> {
  const review = await findReview(db, image.id)
  if (review === undefined) return undefined
  const origin = {
    owner: `rejection of image ${image.id} by review ${review.id}`,
    at: review.reviewed_at,
  }
  const { context: now } = await contextOf(deps, db, { image, kind: 'rejection', origin })
  const context = { ...now, patient: patient ?? now.patient }
  const objects: ReferencedImage[] = []
  for (const { sopClassUid, sopInstanceUid } of stored) {
    const kind = kindsOfAnalysis.get(sopClassUid)
    if (kind === undefined) continue
    const seriesInstanceUid = await seriesUid(db, kind, context.study.instanceUid)
    objects.push({ sopClassUid, sopInstanceUid, seriesInstanceUid })
  }
  if (objects.length === 0) return undefined
  const description = `AI analysis result, rejected by ${review.reviewer_name}. Do not use it.`
  return written(
    rejectionNote(context, { objects, observer: observerName(reviewerOf(review)), description }),
  )
}

async function contextOf(
  { product, siteTimeZone }: ReportDeps,
  db: Db,
  { image, kind, origin }: { image: ImageRow; kind: keyof typeof series; origin: Origin },
): Promise<{ context: ObjectContext; of: ReferencedImage }> {
  const { patient, study, device, image: of } = await objectContext(db, product, image)
  const { number, description } = series[kind]
  const context = {
    sopInstanceUid: await uidFor(db, 'instance', `${origin.owner}${takenMark(image)}`),
    patient,
    study,
    series: {
      instanceUid: await seriesUid(db, kind, study.instanceUid),
      number,
      description,
    },
    device,
    created: clockOfStudy(image, origin.at, siteTimeZone),
  }
  return { context, of }
}

/** An archive may keep the first object with a UID, even if its time was corrected since. */
function takenMark(image: ImageRow): string {
  const at = acquiredOf(image)
  return at === undefined ? '' : `, taken ${isoText(at)}`
}

function seriesUid(db: Db, kind: keyof typeof series, studyUid: string): Promise<string> {
  return uidFor(db, 'series', `${series[kind].modality} results of ${studyUid}`)
}

function written(attributes: Attributes): Uint8Array {
  return writeObject(attributes)
}
