import { lengthOfLines } from '#geometry/line'
import { area } from '#geometry/polygon'
import type { Annotation, AnnotationDocument } from './document.ts'

/** The scale of an image: how to express lengths in units other than pixels, as far as known. */
export interface Scale {
  /** In pixels; null if no optic disc is annotated. */
  readonly discDiameter: number | null
  readonly micrometresPerPixel: number | null
  /**
   * Whether the micrometres are based on the average disc size rather than on the image's own
   * scale.
   */
  readonly isEstimated: boolean
}

export type Unit = 'px' | 'µm' | 'DD'

/**
 * One disc diameter as a length on the retina, in micrometres: the convention of retinal grading if
 * the image's magnification is unknown. Disc diameters vary by a third between people.
 */
const micrometresPerDisc = 1800

/**
 * The scale of an image: from its known pixel size, else from the largest optic disc annotated on
 * it.
 */
export function scaleOf(document: AnnotationDocument): Scale {
  const discDiameter = discDiameterIn(document)
  const known = document.image.micrometresPerPixel ?? null
  if (known !== null || discDiameter === null) {
    return { discDiameter, micrometresPerPixel: known, isEstimated: false }
  }
  return {
    discDiameter,
    micrometresPerPixel: micrometresPerDisc / discDiameter,
    isEstimated: true,
  }
}

const diameters = new WeakMap<AnnotationDocument, number | null>()

function discDiameterIn(document: AnnotationDocument): number | null {
  const known = diameters.get(document)
  if (known !== undefined) return known
  const sizes = [...document.annotations.values()]
    .filter(({ categoryId }) => document.categories.get(categoryId)?.role === 'disc')
    .map(diameterOf)
  const largest = Math.max(0, ...sizes)
  const diameter = largest > 0 ? largest : null
  diameters.set(document, diameter)
  return diameter
}

/**
 * The diameter of the circle with the same area. Keypoints give none, because they need not lie on
 * the margin.
 */
function diameterOf({ geometry }: Annotation): number {
  return 2 * Math.sqrt(area(geometry) / Math.PI)
}

/** The available units, pixels first. */
export function unitsOf({ discDiameter, micrometresPerPixel }: Scale): readonly Unit[] {
  return [
    'px',
    ...(micrometresPerPixel === null ? [] : (['µm'] as const)),
    ...(discDiameter === null ? [] : (['DD'] as const)),
  ]
}

/**
 * A length in pixels as '123.4 px', '≈ 1800 µm' or '0.62 DD'; in pixels if the unit is unavailable.
 */
export function lengthText(pixels: number, unit: Unit, scale: Scale): string {
  return told(pixels, { unit, power: 1 }, scale)
}

/** An area in square pixels as '1234 px²', '≈ 1800 µm²' or '0.62 DD²'. */
export function areaText(pixels: number, unit: Unit, scale: Scale): string {
  return told(pixels, { unit, power: 2 }, scale)
}

/** The area of an annotation in each available unit, or without area the length of its lines. */
export function sizeTexts(
  { geometry, lines }: Pick<Annotation, 'geometry' | 'lines'>,
  scale: Scale,
): string[] {
  const [size, length] = [area(geometry), lengthOfLines(lines)]
  if (size > 0) return unitsOf(scale).map((unit) => areaText(size, unit, scale))
  return length > 0 ? unitsOf(scale).map((unit) => lengthText(length, unit, scale)) : []
}

function told(
  pixels: number,
  { unit, power }: { unit: Unit; power: 1 | 2 },
  { discDiameter, micrometresPerPixel, isEstimated }: Scale,
): string {
  const sign = power === 2 ? '²' : ''
  if (unit === 'µm' && micrometresPerPixel !== null) {
    const size = pixels * micrometresPerPixel ** power
    // Round estimates to their accuracy.
    return isEstimated
      ? `≈ ${withDigits(Number(size.toPrecision(3)), 0)} µm${sign}`
      : `${withDigits(size, 0)} µm${sign}`
  }
  if (unit === 'DD' && discDiameter !== null) {
    return `${withDigits(pixels / discDiameter ** power, 2)} DD${sign}`
  }
  return `${withDigits(pixels, power === 1 ? 1 : 0)} px${sign}`
}

/** Thousands parted by commas, as in English and Korean. */
function withDigits(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
}
