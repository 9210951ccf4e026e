import { DiscNumbers, QualityNumbers } from '#contract/analysis-numbers'
import type { Image } from '#contract/images'
import type { EyePlace } from '#retina/registration/mismatch'

import type { RegisterAnswer } from '../../../canvas/register-worker.ts'

/** Agreement from which the vessels fit throughout. */
const goodAgreement = 0.5

/** The result of a registration in a word, which the catalogue has a sentence for; null without one. */
export function outcomeOf(answer: RegisterAnswer | null) {
  if (answer === null) return null
  if (answer.kind === 'failed') return 'failed'
  if (answer.kind === 'refused') return answer.reason
  if (answer.agreement === null) return 'byHand'
  return answer.agreement >= goodAgreement ? 'good' : 'fair'
}

export type OutcomeOfRegistration = NonNullable<ReturnType<typeof outcomeOf>>

/** Where a photograph shows its eye, from the numbers of its analysis; null if they are not those. */
export function eyePlaceIn(quality: unknown, landmarks: unknown): EyePlace | null {
  const known = QualityNumbers.safeParse(quality)
  const seen = DiscNumbers.safeParse(landmarks)
  if (!known.success || !seen.success) return null
  const { disc, laterality } = seen.data
  const isCertain = disc !== null && disc.doubts.length === 0
  return { field: known.data.field, disc: isCertain ? disc : null, laterality }
}

type Claim = Pick<Image, 'patientID' | 'laterality'>

/** Whether two images are said to show the same eye of a patient; unknown if one of them says nothing. */
export function claimTheSameEye(a: Claim, b: Claim): 'same' | 'different' | 'unknown' {
  if (a.patientID === '' || b.patientID === '') return 'unknown'
  if (a.patientID !== b.patientID) return 'different'
  if (a.laterality === null || b.laterality === null) return 'unknown'
  return a.laterality === b.laterality ? 'same' : 'different'
}
