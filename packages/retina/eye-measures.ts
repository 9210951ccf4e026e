import type { Point } from '#geometry/point'

import type { VesselKind } from './calibres/calibre.ts'
import type { Disc, Fovea, Laterality, Scale } from './eye-maps.ts'
import type { ArteriovenousCrossing } from './shapes/nicking.ts'
import type { RegionName } from './regions/regions.ts'

/** DD: diameters of this eye's optic disc. */
export type Unit =
  | 'µm'
  | 'DD'
  | 'ratio'
  | 'share'
  | 'dimension'
  | '1/DD'
  | '1/DD²'
  | 'degrees'
  | 'count'

/** The range that 95 of 100 healthy people's values lie in, and who found it. */
export interface ReferenceRange {
  readonly low: number
  readonly high: number
  /** A key of `referenceSources`. */
  readonly source: string
}

export interface Measured {
  readonly value: number
  /** One standard deviation of all that may be wrong: repetition, disc, kinds, blur, scale, method. */
  readonly uncertainty: number
  readonly unit: Unit
  readonly reference: ReferenceRange | null
  /** Absent if no reference gives mean and standard deviation for this person. */
  readonly percentile?: Percentile
}

/** The percentage of people of the same age and sex who have a lower value. */
interface Percentile {
  readonly value: number
  /** The 95 % interval, from the uncertainties of the value and of the reference. */
  readonly low: number
  readonly high: number
  /** Keys of the sources of mean and standard deviation. */
  readonly sources: readonly string[]
}

/**
 * Why a found result is not credible:
 * - implausible-disc: its size does not fit the fovea's distance or the field
 * - too-few-pixels: the vessels span too few pixels for a width
 * - too-blurred: the measured width is that of the blur
 * - kinds-confused: arterioles as wide as venules, far too narrow beside them, or darker than them
 * - zones-disagree: the two zones around the disc give different calibres
 * - implausible-calibre: no population has such calibres
 */
export type ImplausibleReason =
  | 'implausible-disc'
  | 'too-few-pixels'
  | 'too-blurred'
  | 'kinds-confused'
  | 'zones-disagree'
  | 'implausible-calibre'

export type NotMeasurableReason =
  | 'no-disc'
  | 'no-fovea'
  | 'no-scale'
  | 'no-vessels'
  | 'kinds-unknown'
  | 'too-few-arterioles'
  | 'too-few-venules'
  | 'too-few-branchings'
  | 'zone-outside-photograph'
  | 'no-cup'
  | ImplausibleReason

interface NotMeasurable {
  readonly notMeasurable: NotMeasurableReason
}

export type Measure = Measured | NotMeasurable

/**
 * The measures of an eye. Calibres without a zone in their name are of zone B; those named inDiscs need no
 * scale. Arteriolar and venular measures of shape are of zone C, the others of the whole field.
 */
export const measureNames = [
  'crae',
  'crve',
  'avr',
  'craeInDiscs',
  'crveInDiscs',
  'craeZoneC',
  'crveZoneC',
  'avrZoneC',
  'craeZoneCInDiscs',
  'crveZoneCInDiscs',
  'vesselDensity',
  'arteriolarDensity',
  'venularDensity',
  'fractalDimension',
  'arteriolarFractalDimension',
  'venularFractalDimension',
  'arteriolarTortuosity',
  'venularTortuosity',
  'arteriolarCurvature',
  'venularCurvature',
  'arteriolarSquaredCurvature',
  'venularSquaredCurvature',
  'arteriolarTortuosityDensity',
  'venularTortuosityDensity',
  'arteriolarBranchingCoefficient',
  'venularBranchingCoefficient',
  'arteriolarBranchingAngle',
  'venularBranchingAngle',
  'branchings',
  'crossings',
  'nickingCandidates',
  'arteriolarArcadeAngle',
  'venularArcadeAngle',
  'discFoveaDistance',
  'discFoveaAngle',
  'verticalCupToDisc',
  'horizontalCupToDisc',
  'cupToDiscArea',
] as const

export type MeasureName = (typeof measureNames)[number]

/** Measures of each region; calibres are means along the vessels, those inDiscs need no scale. */
export const regionMeasureNames = [
  'vesselDensity',
  'arteriolarDensity',
  'venularDensity',
  'arteriolarCalibre',
  'venularCalibre',
  'arteriolarCalibreInDiscs',
  'venularCalibreInDiscs',
] as const

export type RegionMeasureName = (typeof regionMeasureNames)[number]

export interface RegionMeasures {
  readonly region: RegionName
  readonly measures: Readonly<Record<RegionMeasureName, Measure>>
}

/** A vessel that entered a calibre, with its number in the picture of the zones. */
export interface MeasuredVessel {
  readonly number: number
  readonly kind: 'arteriole' | 'venule'
  readonly zone: 'B' | 'C'
  /** How sure the kind is, from 0.5 to 1. */
  readonly certainty: number
  readonly widthPx: number
  readonly widthInDiscs: number
  readonly widthMicrometres: number | null
  /** The middle of the measured stretch, in image pixels. */
  readonly at: Point
}

/** Plain data: the findings of one photograph, reproducible from the same maps. */
export interface EyeMeasures {
  readonly schema: 'fovea-eye-measures/1'
  readonly laterality: Laterality
  readonly scale: Scale | null
  readonly micrometresPerPixel: number | null
  readonly disc: Disc | null
  readonly fovea: Fovea | null
  readonly measures: Readonly<Record<MeasureName, Measure>>
  /** In the order of `regionNames`. */
  readonly regions: readonly RegionMeasures[]
  readonly vessels: readonly MeasuredVessel[]
  /** Those of the whole field. */
  readonly crossings: readonly ArteriovenousCrossing[]
}

export function isMeasured(measure: Measure): measure is Measured {
  return 'value' in measure
}

/** A measure without a reference range. */
export function measured(unit: Unit, value: number, uncertainty: number): Measured {
  return { value, uncertainty, unit, reference: null }
}

export const tooFew: Readonly<Record<VesselKind, NotMeasurableReason>> = {
  arteriole: 'too-few-arterioles',
  venule: 'too-few-venules',
}
