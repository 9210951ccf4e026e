import type { ResultObject } from '#contract/dicom-results'
import { isoText } from '#clock/clock-time'
import type { Attributes } from '#dicom/attributes'
import type { ObjectContext, ReferencedImage } from '#dicom/objects/common'
import { encapsulatedPdf } from '#dicom/objects/encapsulated-pdf'
import { measurementReport } from '#dicom/objects/measurement-report'
import { writeObject } from '#dicom/write-file'
import { writingIn, type Language } from '#report/language'

import type { Db } from '../../platform/database/database.ts'
import { areOutdated } from '../analysis/present.ts'
import { listCurrentResults } from '../analysis/queries.ts'
import { acquiredOf } from '../images/acquired.ts'
import { uidFor } from '../images/dicom-uids.ts'
import { clockOfStudy, objectContext } from '../images/object-context.ts'
import type { ImageRow } from '../images/queries.ts'
import { writeReport, type ReportDeps } from '../reports/write-report.ts'
import { measurementGroups } from './measurement-groups.ts'
import { findSegments, writeSegments } from './segments.ts'

interface Wanted {
  readonly image: ImageRow
  readonly language: Language
  readonly signal: AbortSignal
}

/** A series of its own for each kind, as a series has one modality. */
const series = {
  measurements: { number: 9001, description: 'AI measurements', modality: 'SR' },
  annotations: { number: 9002, description: 'Annotations, AI-assisted', modality: 'SEG' },
  report: { number: 9003, description: 'AI report', modality: 'DOC' },
} as const satisfies Record<ResultObject, object>

/** What an object is made from: the same again gives the same UID, another one another. */
interface Origin {
  readonly owner: string
  readonly at: Date
}

/** The object of a kind about an image as a DICOM file; undefined where there is nothing to tell. */
export function resultObject(
  deps: ReportDeps,
  db: Db,
  { kind, ...wanted }: Wanted & { readonly kind: ResultObject },
): Promise<Uint8Array | undefined> {
  return writers[kind](deps, db, wanted)
}

type Write = (deps: ReportDeps, db: Db, wanted: Wanted) => Promise<Uint8Array | undefined>

const writers: Readonly<Record<ResultObject, Write>> = {
  async measurements(deps, db, { image, language }) {
    const origin = await originOf(deps, db, { image, what: `measurements in ${language}` })
    if (origin === undefined) return undefined
    const results = await listCurrentResults(db, image.id)
    const groups = await measurementGroups(db, image, {
      results,
      writing: writingIn(language, 'UTC'),
    })
    if (groups.length === 0) return undefined
    const { context, of } = await contextOf(deps, db, { image, kind: 'measurements', origin })
    const deviceObserverUid = await uidFor(db, 'device', 'software')
    return written(measurementReport(context, { image: of, groups, deviceObserverUid, language }))
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

/** The analysis and its latest review; undefined where there is none of the image as it is. */
async function originOf(
  { models }: ReportDeps,
  db: Db,
  { image, what }: { image: ImageRow; what: string },
): Promise<Origin | undefined> {
  if (await areOutdated(db, models, image)) return undefined
  const [first, ...others] = await listCurrentResults(db, image.id)
  if (first === undefined) return undefined
  const latest = [first, ...others].reduce((a, b) => (a.created_at > b.created_at ? a : b))
  const review = await db
    .selectFrom('analysis_review')
    .select(['id', 'reviewed_at'])
    .where(
      'analysis_id',
      'in',
      [first, ...others].map(({ id }) => id),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const reviewed = review === undefined ? '' : `, review ${review.id}`
  return {
    owner: `${what} of image ${image.id}, result ${latest.id}${reviewed}`,
    at: review?.reviewed_at ?? latest.created_at,
  }
}

async function contextOf(
  { product, siteTimeZone }: ReportDeps,
  db: Db,
  { image, kind, origin }: { image: ImageRow; kind: ResultObject; origin: Origin },
): Promise<{ context: ObjectContext; of: ReferencedImage }> {
  const { patient, study, device, image: of } = await objectContext(db, product, image)
  const { number, description, modality } = series[kind]
  const context = {
    sopInstanceUid: await uidFor(db, 'instance', `${origin.owner}${takenMark(image)}`),
    patient,
    study,
    series: {
      instanceUid: await uidFor(db, 'series', `${modality} results of ${study.instanceUid}`),
      number,
      description,
    },
    device,
    created: clockOfStudy(image, origin.at, siteTimeZone),
  }
  return { context, of }
}

/** An archive may keep the first object of a UID, also if the time in it was corrected since. */
function takenMark(image: ImageRow): string {
  const at = acquiredOf(image)
  return at === undefined ? '' : `, taken ${isoText(at)}`
}

function written(attributes: Attributes): Uint8Array {
  return writeObject(attributes)
}
