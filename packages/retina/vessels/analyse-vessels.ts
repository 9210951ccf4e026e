import { dilate } from '#raster/morphology'
import type { Region } from '#raster/crop'
import { crop, placeBitmap, placeGrey } from '#raster/crop'
import type { Bitmap, GreyImage, RgbImage, Size } from '#raster/image'
import { countPixels } from '#raster/image'
import { resample } from '#raster/resample'
import { hysteresis, threshold } from '#raster/threshold'

import type { FieldOfView, NotAFundus } from '../field-of-view.ts'
import { fieldMask, findFieldOfView } from '../field-of-view.ts'
import { mapVessels } from './vessels.ts'

/** Source of a vessel map. */
export interface VesselModel {
  readonly name: string
  readonly version: string
}

export const classicalVessels: VesselModel = { name: 'classical-vessels', version: '1.0.1' }

/** Pixels from the low probability on are vessel if they are connected with one of the high. */
const vesselThreshold = { low: 0.22, high: 0.5 } as const
/** Smaller parts are not vessels, in pixels at the working size. */
const smallestAreaPx = 120

export interface VesselMeasures {
  /** Vessel area over field area, from 0 to 1. */
  readonly density: number
  readonly vesselAreaPx: number
  readonly fieldAreaPx: number
  readonly fieldDiameterPx: number
  /** The probability from which on a pixel counts as vessel. */
  readonly threshold: number
}

/** The vessels of a photograph; images and lengths at the photograph's own size. */
export interface VesselAnalysis {
  readonly kind: 'vessels'
  readonly model: VesselModel
  readonly field: FieldOfView
  /** From 0 to 1 for each pixel; 0 outside the field of view. */
  readonly probability: GreyImage
  readonly vessels: Bitmap
  readonly measures: VesselMeasures
}

/**
 * The vessels of a fundus photograph (sRGB, as stored: not a recompressed copy), or the reason for
 * refusing it. The same pixels give the same result. Throws ImageSizeError for pixels that do not
 * fit the size.
 */
export function analyseVessels(image: RgbImage): VesselAnalysis | NotAFundus {
  const field = findFieldOfView(image)
  return field.kind === 'not-a-fundus' ? field : findVessels(image, field)
}

/** The vessels of a fundus photograph whose field of view is known. */
export function findVessels(image: RgbImage, field: FieldOfView): VesselAnalysis {
  const region = regionOf(field)
  const working = mapVessels(crop(image, region), moveInto(region, field))
  const probability = placeGrey(resample(working, region), region, image)
  const vessels = placeBitmap(selectVessels(working, region), region, image)
  return {
    kind: 'vessels',
    model: classicalVessels,
    field,
    probability,
    vessels,
    measures: measure(field, vessels),
  }
}

/** The whole pixels that hold the field. */
function regionOf({ centre, diameterPx, imageSize }: FieldOfView): Region {
  const radius = diameterPx / 2
  const x = Math.max(0, Math.floor(centre.x - radius))
  const y = Math.max(0, Math.floor(centre.y - radius))
  return {
    x,
    y,
    width: Math.min(imageSize.width, Math.ceil(centre.x + radius)) - x,
    height: Math.min(imageSize.height, Math.ceil(centre.y + radius)) - y,
  }
}

function moveInto(region: Region, field: FieldOfView): FieldOfView {
  const move = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({
    x: x - region.x,
    y: y - region.y,
  })
  return {
    ...field,
    imageSize: { width: region.width, height: region.height },
    centre: move(field.centre),
    hull: field.hull.map(move),
  }
}

/**
 * Parts are chosen at the working size and cut out at the photograph's size, so that their outlines
 * are as smooth as the probability is.
 */
function selectVessels(working: GreyImage, size: Size): Bitmap {
  const { low, high } = vesselThreshold
  const parts = dilate(hysteresis(working, { low, high, smallestArea: smallestAreaPx }), 1)
  const data = working.data.map((value, i) =>
    parts.data[i] === 1 ? value : Math.min(value, low / 2),
  )
  return threshold(resample({ ...working, data }, size), low)
}

function measure(field: FieldOfView, vessels: Bitmap): VesselMeasures {
  const vesselAreaPx = countPixels(vessels)
  const fieldAreaPx = countPixels(fieldMask(field, vessels))
  return {
    density: vesselAreaPx / fieldAreaPx,
    vesselAreaPx,
    fieldAreaPx,
    fieldDiameterPx: field.diameterPx,
    threshold: vesselThreshold.low,
  }
}
