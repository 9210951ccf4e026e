import type { RgbImage } from '#raster/image'

import type { Disc, Fovea } from '../eye-maps.ts'
import type { NotAFundus } from '../field-of-view.ts'
import type { PreparedEye } from '../prepared-eye.ts'
import type { QualityFeatures } from './features.ts'
import { measureQuality } from './features.ts'
import { inferQuality } from './network.ts'
import { hasTwoLaserColours } from '../ultra-wide.ts'
import { fundusNetwork, gradableVisibility, visibilityNetwork } from './weights.ts'

/** The uses that a photograph's quality permits. */
export type QualityGrade = 'gradable' | 'limited' | 'not-gradable'

/** Why a photograph is not gradable, or only with limits. */
export type QualityReason =
  /** Not recognised as a fundus: something else, or too poor to recognise. */
  | 'not-a-fundus'
  /** Its field is so wide that its projection distorts it. */
  | 'ultra-wide-field'
  /** Its field of view is below 150 pixels wide. */
  | 'too-small'
  | 'blurred'
  | 'too-dark'
  | 'too-bright'
  | 'uneven-light'
  /** Much of the field lies outside the frame or in the dark. */
  | 'incomplete-field'
  /** It does not look like most fundi, but its disc, fovea and vessels were found. */
  | 'unusual-look'
  /** Vessels are hardly seen, in a part of the field or all of it, as behind haze or lashes. */
  | 'hidden-vessels'

/** The quality of a photograph. */
export interface Quality {
  readonly grade: QualityGrade
  /** Empty if it is gradable; the most important first. */
  readonly reasons: readonly QualityReason[]
  /** The probability that it shows a fundus, from 0 to 1; null if it was not examined. */
  readonly fundus: number | null
  /**
   * The share of the vessels that can be seen of those that a faultless photograph would show; null
   * if it was not examined.
   */
  readonly visibility: number | null
}

/** Minimum probability of a fundus. */
const fundusFrom = 0.5
/** Minimum visibility at which, without a fault, quality limits nothing. */
const unlimitedVisibility = 0.65

/** Half of the least brightness of any good photograph (0.254). */
const leastBrightness = 0.127
/**
 * The least share of the field that the shipped network marks as vessel in any of those photographs:
 * one with severe retinopathy.
 */
const leastMarkedShare = 0.032

/** Minimum probability of a picture whose landmarks were found, such as a drawing with a disc. */
const perhapsFundusFrom = 0.2
/** More of a field than in any of those photographs is no vessels. */
const mostMarkedShare = 0.25
/** A fovea is certain enough to speak for an eye. */
const leastFovea = 0.2

/** A fault above this is named and limits the use: beyond the range of good photographs. */
const faults: readonly [QualityReason, (features: QualityFeatures) => boolean][] = [
  ['incomplete-field', ({ visible }) => visible < 0.6],
  ['too-dark', ({ brightness, dark }) => brightness < 0.2 || dark > 0.15],
  ['too-bright', ({ saturated, green }) => saturated > 0.4 || green > 0.8],
  ['uneven-light', ({ dimmest, brightest }) => dimmest < 0.3 || brightest > 2],
  // Fine detail against that of vessels: less of it than in any good photograph.
  ['blurred', ({ detail1, detail4 }) => detail1 - detail4 < -0.4],
]

/**
 * The quality of a fundus photograph (sRGB), by its prepared eye. Two small networks on measured
 * features: whether it is a fundus, and how many of its vessels are visible.
 */
export function assessQuality(image: RgbImage, eye: PreparedEye | NotAFundus): Quality {
  if (eye.kind === 'not-a-fundus') {
    if (eye.reason === 'too-small') return refusedFor('too-small')
    return refusedFor(hasTwoLaserColours(image) ? 'ultra-wide-field' : 'not-a-fundus')
  }
  return gradeOf(measureQuality(eye).features)
}

/** The refusal of a picture that is not examined. */
export function refusedFor(reason: QualityReason): Quality {
  return { grade: 'not-gradable', reasons: [reason], fundus: null, visibility: null }
}

/** The grade by the measured values. */
function gradeOf(features: QualityFeatures): Quality {
  const fundus = inferQuality(fundusNetwork, features)
  const visibility = inferQuality(visibilityNetwork, features)
  const found = faults.filter(([, isSo]) => isSo(features)).map(([reason]) => reason)
  if (fundus < fundusFrom) {
    // A fundus of which nothing is visible does not look like one: name the cause, too.
    return { grade: 'not-gradable', reasons: ['not-a-fundus', ...found], fundus, visibility }
  }
  const isFaulty = found.length > 0 || visibility < unlimitedVisibility
  const reasons: QualityReason[] = isFaulty && found.length === 0 ? ['hidden-vessels'] : found
  if (visibility < gradableVisibility || features.brightness < leastBrightness) {
    return { grade: 'not-gradable', reasons, fundus, visibility }
  }
  return { grade: isFaulty ? 'limited' : 'gradable', reasons, fundus, visibility }
}

/** The uses of a photograph, and the reasons that limit them, from the gate or other judges. */
export interface Grading {
  readonly grade: QualityGrade
  readonly reasons: readonly string[]
}

/** Findings of the networks on a photograph. */
export interface FoundParts {
  /**
   * The share of the field's pixels from the network's threshold on. It is not the vessel density
   * that is measured, which sums probabilities: the limits of the gate are fitted to this count.
   */
  readonly markedShare: number
  readonly disc: Disc | null
  readonly fovea: Fovea | null
}

/**
 * Regrades a photograph once networks have mapped its vessels and looked for the optic disc and the
 * fovea. A picture that did not look like a fundus but shows all three is one, with limits, because
 * disease can make a fundus look unlike any other. A photograph with hardly any vessels is not
 * gradable, whatever light and lines suggested; nor is one whose vessels seemed hidden and that
 * shows fewer of them than any good photograph, or one with a fault and without a certain disc.
 */
export function regrade(
  { grade, reasons, fundus }: Grading & Pick<Quality, 'fundus'>,
  parts: FoundParts,
): Grading {
  if (reasons.includes('not-a-fundus')) {
    if (fundus === null || fundus < perhapsFundusFrom || !showsEye(parts))
      return { grade: 'not-gradable', reasons }
    const others = reasons.filter((reason) => reason !== 'not-a-fundus')
    return { grade: 'limited', reasons: ['unusual-look', ...others] }
  }
  const seemedHidden = reasons.includes('hidden-vessels')
  const least = seemedHidden ? leastMarkedShare : leastMarkedShare / 2
  const isFaulty = grade === 'limited' && !hasCertainDisc(parts)
  if (isFaulty && !seemedHidden) return { grade: 'not-gradable', reasons }
  if (parts.markedShare >= least && !isFaulty) return { grade, reasons }
  return { grade: 'not-gradable', reasons: [...new Set([...reasons, 'hidden-vessels'])] }
}

function hasCertainDisc({ disc }: FoundParts): boolean {
  return disc !== null && disc.doubts.every((doubt) => doubt === 'methods-disagree')
}

function showsEye(parts: FoundParts): boolean {
  const { markedShare, fovea } = parts
  const hasVessels = markedShare >= leastMarkedShare && markedShare <= mostMarkedShare
  return hasVessels && hasCertainDisc(parts) && (fovea?.probability ?? 0) >= leastFovea
}
