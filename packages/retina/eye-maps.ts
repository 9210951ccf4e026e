import type { Point } from '#geometry/point'
import type { GreyImage, RgbImage, Size } from '#raster/image'

import type { FieldOfView, MapPlace } from './field-of-view.ts'

/** Probabilities from 0 to 1 for each map pixel, the maps all of one size. */
export interface VesselMaps extends MapPlace {
  readonly vessel: GreyImage
  /** Both null if the vessel network does not distinguish arterioles from venules. */
  readonly arteriole: GreyImage | null
  readonly venule: GreyImage | null
}

/** All that is known of a photographed eye before it is measured; places in image pixels. */
export interface EyeMaps extends VesselMaps {
  /** Size of the photograph. */
  readonly size: Size
  readonly field: FieldOfView
  readonly disc: Disc | null
  readonly fovea: Fovea | null
  /** The outline of the optic cup in image pixels, if a person has drawn it. */
  readonly cup?: readonly Point[]
  readonly scale: Scale | null
  /** If given, calibres are measured on it rather than on the maps. */
  readonly photograph?: RgbImage
  /** Finer maps around the disc, on which calibres are measured if present. */
  readonly closeUp?: VesselMaps
}

export interface Disc {
  readonly centre: Point
  /** Diameter of the circle of the same area, in image pixels. */
  readonly diameterPx: number
  /** A closed polygon in image pixels; the last point is joined to the first. */
  readonly outline: readonly Point[]
  /** Reasons to doubt the disc; empty if two methods agree on it. */
  readonly doubts: readonly DiscDoubt[]
}

/** faint: the network is unsure; unusual-size: for the field; methods-disagree: on the place. */
export type DiscDoubt = 'faint' | 'unusual-size' | 'methods-disagree'

export interface Fovea {
  readonly centre: Point
  /** The network's largest value there, from 0 to 1. */
  readonly probability: number
}

export type Laterality = 'left' | 'right' | 'unknown'

/**
 * Converts lengths in the photograph to lengths on the retina. None is assumed: discs differ between people
 * by some 12 %, so that without a stated scale lengths are given in disc diameters.
 */
export interface Scale {
  readonly kind: 'stated'
  /** On the retina, for a pixel of the photograph. */
  readonly micrometresPerPixel: number
  /** Display name of the source: the DICOM attribute, or the person who entered it. */
  readonly source: string
  /** Axial length of the eye, in millimetres, if the scale was corrected by it. */
  readonly axialLengthMm: number | null
  /** In dioptres, if that length was computed from it; null if the length was measured or is unknown. */
  readonly refraction: number | null
}
