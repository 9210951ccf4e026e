import { english, tell } from '#contract/messages/message'
import type { EyeReport, ReportedAnalysis, ReportedPatient } from '#contract/reports'
import { ReportedNumbers, reportedKinds } from '#contract/results/kinds'
import { shownName } from '#dicom/person-name'

import type { Db } from '../../platform/database/database.ts'
import type { Models } from '../../platform/models/models.ts'
import { presentAnalysis } from '../analysis/present.ts'
import { findCurrentAnalysis, type Analysis } from '../analysis/queries.ts'
import { statedValues } from '../fields/stated-values.ts'
import { personOf } from '../images/person.ts'
import { presentAcquired, presentPhotograph } from '../images/present.ts'
import type { ImageRow } from '../images/queries.ts'
import { cameraOf } from '../images/scale.ts'
import { hasOpenTwin } from '../images/twins/twins.ts'
import { presentReview } from '../reviews/present.ts'
import { listReviewRows } from '../reviews/queries.ts'

/** Facts about one photograph. */
export async function presentEye(db: Db, models: Models, image: ImageRow): Promise<EyeReport> {
  const analysis = await currentAnalysis(db, models, image)
  const reviews = (await listReviewRows(db, image.id)).map(presentReview)
  const person = personOf(image)
  const { manufacturer, model } = cameraOf(image)
  return {
    image: {
      ...presentPhotograph(image),
      file_name: image.file_name,
      missing: image.missing_at !== null || image.undecodable !== null,
      twin_open: await hasOpenTwin(db, image),
    },
    ...eyeOf(image, analysis),
    day: image.study_date,
    taken_at: presentAcquired(image),
    sex: person.sex,
    age_years: person.ageYears,
    order: noteOf(image.metadata['ORD_SEQ'] ?? image.mics_meta['ORD_SEQ']),
    department: noteOf(image.mics_meta['BNCH_NM']),
    camera: `${manufacturer} ${model}`.trim(),
    status: image.prediction_status === null ? '' : english(image.prediction_status),
    status_told: image.prediction_status && tell(image.prediction_status),
    under_way: image.mics_state === 'Referred',
    stated: await statedValues(db, image),
    analysis,
    review: reviews.find(({ analysis_id: id }) => id === analysis?.id) ?? null,
    reviews,
  }
}

async function currentAnalysis(
  db: Db,
  models: Models,
  image: ImageRow,
): Promise<ReportedAnalysis | null> {
  const analysis = await findCurrentAnalysis(db, image.id)
  if (analysis === undefined) return null
  const { presented, stale } = await presentAnalysis(db, models, { image, analysis })
  return {
    id: analysis.naming_result,
    at: analysis.created_at.toISOString(),
    pipeline: analysis.pipeline,
    results: presented,
    numbers: numbersOf(analysis),
    stale,
  }
}

/** Ignore content in an earlier version's form. */
function numbersOf({ results }: Analysis): ReportedNumbers {
  const byKind = new Map(results.map(({ kind, numbers }) => [kind, numbers]))
  return ReportedNumbers.parse(
    Object.fromEntries(
      reportedKinds.map(({ id, numbers }) => [id, numbers.safeParse(byKind.get(id)).data ?? null]),
    ),
  )
}

/** Laterality from the file, else from the analysis. */
function eyeOf(
  { laterality, laterality_source: source }: ImageRow,
  analysis: ReportedAnalysis | null,
): Pick<EyeReport, 'eye' | 'eye_stated'> {
  if (laterality === 'R' || laterality === 'L') {
    return { eye: laterality === 'R' ? 'right' : 'left', eye_stated: source === 'stated' }
  }
  return { eye: analysis?.numbers.optic_disc?.laterality ?? 'unknown', eye_stated: false }
}

function noteOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * The patient of these images, by the first of them; differing statements of the others are listed.
 */
export function presentPatient(images: readonly ImageRow[]): ReportedPatient {
  const [newest] = images
  const differs = (valueOf: (image: ImageRow) => string) =>
    new Set(images.map((image) => valueOf(image).trim().toUpperCase()).filter(Boolean)).size > 1
  const differing = [
    { name: 'name' as const, is: differs((image) => shownName(image.patient_name)) },
    { name: 'birth_date' as const, is: differs((image) => image.patient_birth_date ?? '') },
    { name: 'sex' as const, is: differs((image) => image.patient_sex) },
  ]
  return {
    id: newest?.patient_id ?? '',
    name: shownName(newest?.patient_name ?? ''),
    nameKorean: newest?.patient_name_korean ?? '',
    birth_date: newest?.patient_birth_date ?? null,
    differing: differing.filter(({ is }) => is).map(({ name }) => name),
  }
}
