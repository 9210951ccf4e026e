import type { DiscNumbers } from '#contract/analysis-numbers'
import { lateralityOf } from '#retina/landmarks/laterality'

/**
 * The eye that a photograph appears to show, by disc and fovea, if it differs from the stated one:
 * the wrong eye was recorded, or the photograph is mirrored. Null otherwise.
 */
export function otherEyeSeen(
  said: 'right' | 'left' | 'unknown',
  { disc, fovea }: DiscNumbers,
): 'right' | 'left' | null {
  const seen = lateralityOf(disc, fovea)
  return said === 'unknown' || seen === 'unknown' || seen === said ? null : seen
}
