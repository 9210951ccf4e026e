import type { Point } from '#geometry/point'
import type { GreyImage, RgbImage, Size } from '#raster/image'

import type { FieldOfView, MapPlace } from './field-of-view.ts'

/** Probabilities from 0 to 1 for each map pixel, the maps all of one size. */
export interface VesselMaps extends MapPlace {
  readonly vessel: GreyImage
  /** Both null where what found the vessels does not tell arterioles from venules. */
  readonly arteriole: GreyImage | null
  readonly venule: GreyImage | null
}

/** All that is known of a photographed eye before it is measured; places in image pixels. */
export interface EyeMaps extends VesselMaps {
  /** Of the photograph. */
  readonly size: Size
  readonly field: FieldOfView
  readonly disc: Disc | null
  readonly fovea: Fovea | null
  /** The outline of the optic cup in image pixels, if a person has drawn it. */
  readonly cup?: readonly Point[]
  readonly scale: Scale | null
  /** Where given, calibres are measured on it rather than on the maps. */
  readonly photograph?: RgbImage
  /** Finer maps of the surround of the disc, whose vessels calibres are measured on where present. */
  readonly closeUp?: VesselMaps
}

export interface Disc {
  readonly centre: Point
  /** Of the circle of the same area, in image pixels. */
  readonly diameterPx: number
  /** A closed polygon in image pixels; the last point is joined to the first. */
  readonly outline: readonly Point[]
  /** Why the disc is to be doubted; empty where two methods agree on it. */
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
 * What a length in the photograph is on the retina. None is assumed: discs differ between people by
 * some 12 %, so that without a stated scale lengths are told in disc diameters.
 */
export interface Scale {
  readonly kind: 'stated'
  /** On the retina, for a pixel of the photograph. */
  readonly micrometresPerPixel: number
  /** Who states it, for people: the DICOM attribute, or the person who entered it. */
  readonly source: string
  /** Of the eye, in millimetres, where the scale was corrected by it. */
  readonly axialLengthMm: number | null
  /** In dioptres, if that length was computed from it; null: it was measured, or is not known. */
  readonly refraction: number | null
}
