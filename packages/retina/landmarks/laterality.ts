import type { Disc, Fovea, Laterality } from '../eye-maps.ts'

/** Plausible distance between disc and fovea, in disc diameters. */
const nearest = 1.5
const farthest = 3.8
/** The fovea lies no more above or below the disc, as a share of its distance. */
const steepest = 0.5
/** The network must be so sure of the fovea. */
const leastProbability = 0.3

type SeenDisc = Pick<Disc, 'centre' | 'diameterPx'> & { readonly doubts: readonly string[] }
type SeenFovea = Pick<Fovea, 'centre' | 'probability'>

/**
 * Infers laterality: the disc lies on the nasal side of the fovea, which is to the right of it in a
 * photograph of a right eye. Unknown if disc or fovea is missing or doubtful, or if their positions are
 * implausible. Laterality stated in DICOM takes precedence.
 */
export function lateralityOf(disc: SeenDisc | null, fovea: SeenFovea | null): Laterality {
  if (disc === null || fovea === null) return 'unknown'
  if (disc.doubts.length > 0 || fovea.probability < leastProbability) return 'unknown'
  const across = disc.centre.x - fovea.centre.x
  const down = disc.centre.y - fovea.centre.y
  const apart = Math.hypot(across, down) / disc.diameterPx
  const isLikeAnEye = apart >= nearest && apart <= farthest
  if (!isLikeAnEye || Math.abs(down) > steepest * Math.abs(across)) return 'unknown'
  return across > 0 ? 'right' : 'left'
}
