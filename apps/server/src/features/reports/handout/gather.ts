import type { AdviceBasis, Handout } from '#contract/handouts'
import type { EyeReport } from '#contract/reports'
import { rightFirst } from '#report/eye'
import { includes } from '#contract/roles'

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
): Promise<{ readonly handout: Omit<Handout, 'may_review'>; readonly basis: AdviceBasis }> {
  const { dataset, patient, report, fellow } = await gatherImageReport(db, models, image)
  const blocked = blockOf(report)
  // A photograph that states another name or birth date may be of another patient.
  const isSamePatient = patient.differing.length === 0
  const visit = [report, ...(fellow !== null && isSamePatient ? [fellow] : [])]
  const confirmed = visit.filter((eye) => blockOf(eye) === null).toSorted(rightFirst)
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
    advice: rows.map(presentAdvice),
    clinicians: members
      .filter(({ role }) => includes('review', [role]))
      .map(({ name, username }) => (name === '' ? username : name)),
  }
  return { handout, basis }
}

/** Why the result of an eye cannot be given to the patient; null if it can. */
function blockOf({ analysis, review, under_way: isUnderWay }: EyeReport): Handout['blocked'] {
  if (analysis === null || isUnderWay) return 'not-analysed'
  if (review === null) return 'not-confirmed'
  if (review.decision === 'rejected') return 'rejected'
  return analysis.stale.length > 0 ? 'result-out-of-date' : null
}
