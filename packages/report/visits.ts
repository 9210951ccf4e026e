import type { EyeReport } from '#contract/reports'

import { measuredEye } from './measures.ts'
import { otherEyeSeen } from './other-eye.ts'

/** A day on which a patient was photographed; the photograph of each eye that is shown for it. */
export interface Visit {
  /** Null if the images do not state it: such a visit has one image. */
  readonly day: string | null
  readonly right: EyeReport | null
  readonly left: EyeReport | null
  /** All others: of an eye that is not known, and further ones of the same eye. */
  readonly others: readonly EyeReport[]
}

/** The visits of a patient in the order of their images; of each eye the first that was measured. */
export function visitsOf(reports: readonly EyeReport[]): Visit[] {
  const byDay = Map.groupBy(reports, ({ day, image }) => day ?? `image ${image.id}`)
  return [...byDay.values()].map((ofDay) => {
    const [right, left] = [bestOf(ofDay, 'right'), bestOf(ofDay, 'left')]
    const others = ofDay.filter((report) => report !== right && report !== left)
    return { day: ofDay[0]?.day ?? null, right, left, others }
  })
}

function bestOf(reports: readonly EyeReport[], eye: 'right' | 'left'): EyeReport | null {
  const ofEye = reports.filter((report) => report.eye === eye)
  return ofEye.find(isUsable) ?? ofEye[0] ?? null
}

/** Changes that make a measurement incomparable; other networks do not. */
const outdating = ['image', 'patient', 'correction'] as const

/**
 * Measured on the current state of the image, and not rejected by a clinician. A photograph that appears to
 * show the other eye does not belong to the course of the stated one until a clinician has confirmed it.
 */
export function isUsable({ eye, analysis, review }: EyeReport): boolean {
  if (analysis === null || measuredEye(analysis.numbers) === null) return false
  if (outdating.some((reason) => analysis.stale.includes(reason))) return false
  if (review !== null) return review.decision === 'confirmed'
  const { optic_disc: landmarks } = analysis.numbers
  return landmarks === null || otherEyeSeen(eye, landmarks) === null
}
