import type { AdviceBasis, Handout } from '#contract/handouts'
import type { EyeReport, Printed } from '#contract/reports'
import { includes } from '#contract/roles'
import { rightFirst } from '#report/eye'
import { otherEyeSeen } from '#report/other-eye'

import type { Db } from '../../../platform/database/database.ts'
import type { Models } from '../../../platform/models/models.ts'
import { listMemberRows } from '../../datasets/members.ts'
import type { ImageRow } from '../../images/queries.ts'
import { gatherImageReport } from '../gather.ts'
import { isBasedOn, listAdvice, presentAdvice } from './advice.ts'

/** The page for the patient, and the facts on which its next steps must be based. */
export async function gatherHandout(
  db: Db,
  models: Models,
  image: ImageRow,
): Promise<{
  readonly handout: Printed<Handout>
  readonly basis: AdviceBasis
}> {
  const { dataset, patient, report, fellow } = await gatherImageReport(db, models, image)
  // A photograph that states another name or birth date may be of another patient.
  const isSamePatient = patient.differing.length === 0
  const visit = [report, ...(fellow !== null && isSamePatient ? [fellow] : [])]
  const settled = await imagesWithStatedEye(db, visit)
  const doubtOf = (eye: EyeReport) => (settled.has(eye.image.id) ? null : eyeInDoubt(eye))
  const blocked = blockOf(report, doubtOf(report))
  const confirmed = visit.filter((eye) => blockOf(eye, doubtOf(eye)) === null).toSorted(rightFirst)
  const eyes = blocked === null ? confirmed : []
  const basis = {
    patient: image.patient_id,
    day: image.study_date,
    reviews: eyes.flatMap(({ review }) => review?.id ?? []),
  }
  const rows = await listAdvice(
    db,
    visit.map((eye) => eye.image.id),
  )
  const [latest] = rows
  const written =
    latest === undefined
      ? ('advice-missing' as const)
      : isBasedOn(latest, basis)
        ? null
        : ('advice-out-of-date' as const)
  const members = await listMemberRows(db, image.dataset_id)
  const handout = {
    dataset,
    patient,
    eyes,
    blocked: blocked ?? written,
    eye_in_doubt: doubtOf(report),
    advice: rows.map(presentAdvice),
    clinicians: members
      .filter(({ role }) => includes('review', [role]))
      .map(({ name, username }) => (name === '' ? username : name)),
  }
  return { handout, basis }
}

type EyeInDoubt = Handout['eye_in_doubt']

/** The images whose eye a person has stated, which settles a doubt about it. */
async function imagesWithStatedEye(
  db: Db,
  eyes: readonly EyeReport[],
): Promise<ReadonlySet<number>> {
  const ids = eyes.map(({ image }) => image.id)
  const rows = await db
    .selectFrom('image_statement')
    .select('image_id')
    .where('image_id', 'in', ids)
    .where('field', '=', 'eye')
    .execute()
  return new Set(rows.map((row) => row.image_id))
}

function eyeInDoubt({ image, eye, analysis }: EyeReport): EyeInDoubt {
  const landmarks = analysis?.numbers.optic_disc
  if (!landmarks || eye === 'unknown') return null
  const seen = otherEyeSeen(eye, landmarks)
  return seen && { image, said: eye, seen }
}

/** Why the result of an eye cannot be given to the patient; null if it can. */
function blockOf(
  { analysis, review, under_way: isUnderWay }: EyeReport,
  doubt: EyeInDoubt,
): Handout['blocked'] {
  if (analysis === null || isUnderWay) return 'not-analysed'
  if (review?.decision === 'rejected') return 'rejected'
  if (doubt !== null) return 'eye-in-doubt'
  if (review === null) return 'not-confirmed'
  return analysis.stale.length > 0 ? 'result-out-of-date' : null
}
