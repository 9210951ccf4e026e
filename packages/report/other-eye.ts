import type { DiscNumbers } from '#contract/analysis-numbers'
import { lateralityOf } from '#retina/landmarks/laterality'

/**
 * The eye that a photograph looks like, by where disc and fovea lie in it, where that is not the one
 * that it is said to be of: the wrong eye was noted, or the photograph is mirrored. Null otherwise.
 */
export function otherEyeSeen(
  said: 'right' | 'left' | 'unknown',
  { disc, fovea }: DiscNumbers,
): 'right' | 'left' | null {
  const seen = lateralityOf(disc, fovea)
  return said === 'unknown' || seen === 'unknown' || seen === said ? null : seen
}
