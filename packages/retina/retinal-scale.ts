import type { Scale } from './eye-maps.ts'

/** Axial length assumed if unknown, in millimetres: that of Bennett's schematic eye. */
const usualAxialLengthMm = 24
/**
 * One standard deviation of a scale for an eye of unknown axial length, as a share of it: adults'
 * axial lengths have one of about 1 mm (R. Fotedar et al., Ophthalmology 2010;117:417-23), which is
 * 1 mm of 22.18.
 */
export const axialLengthUncertainty = 0.045

/**
 * The same if the length was computed from the refraction. An assumption: cornea and lens, which the
 * refraction also depends on, leave 0.8 of the 1 mm open.
 */
export const refractionUncertainty = 0.036

/** Between the second principal point and the cornea's front, in millimetres. */
const principalPointMm = 1.82
/** Millimetres on the retina for a degree of the field and a millimetre of axial length. */
const perDegree = 0.01306

/**
 * Micrometres on the retina per pixel, from the field angle and the diameter of the image circle.
 * Source: A. G. Bennett, A. R. Rudnicka, D. F. Edgar, Graefes Arch Clin Exp
 * Ophthalmol 1994;232:361-7 (q = 0.01306 (axial length - 1.82), on top of Littmann).
 */
export function micrometresByField(
  { degrees, circlePx }: { readonly degrees: number; readonly circlePx: number },
  axialLengthMm: number = usualAxialLengthMm,
): number {
  return (1000 * perDegree * (axialLengthMm - principalPointMm) * degrees) / circlePx
}

/** Converts a scale stated for the usual eye to an eye of this axial length, by the same source. */
export function forAxialLength(micrometresPerPixel: number, axialLengthMm: number): number {
  const ratio = (axialLengthMm - principalPointMm) / (usualAxialLengthMm - principalPointMm)
  return micrometresPerPixel * ratio
}

/** Power of the schematic eye in dioptres, and the refractive index of its vitreous times 1,000. */
const eyePower = 60
const vitreous = 1336
/** Between spectacles and the cornea, in metres. */
const vertexDistance = 0.012

/**
 * The axial length in millimetres of Bennett and Rabbetts' schematic eye with this refraction: the
 * spherical equivalent of the spectacles in dioptres, taken to the cornea. All ametropia counts as
 * axial. Source: A. G. Bennett, R. B. Rabbetts, Clinical Visual Optics, on reduced and schematic eyes.
 */
export function axialLengthByRefraction(dioptres: number): number {
  const atCornea = dioptres / (1 - vertexDistance * dioptres)
  return vitreous / (eyePower + atCornea) + principalPointMm
}

/** One standard deviation of a scale due to the eye's unknown length, as a share of it. */
export function eyeLengthUncertainty(scale: Scale | null): number {
  if (scale === null || scale.axialLengthMm === null) return axialLengthUncertainty
  return scale.refraction === null ? 0 : refractionUncertainty
}
