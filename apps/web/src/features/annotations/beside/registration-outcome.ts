import type { Image } from '#contract/images'

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

type Claim = Pick<Image, 'patientID' | 'laterality'>

/** Whether two images are said to show the same eye of a patient; unknown if one of them says nothing. */
export function claimTheSameEye(a: Claim, b: Claim): 'same' | 'different' | 'unknown' {
  if (a.patientID === '' || b.patientID === '') return 'unknown'
  if (a.patientID !== b.patientID) return 'different'
  if (a.laterality === null || b.laterality === null) return 'unknown'
  return a.laterality === b.laterality ? 'same' : 'different'
}
