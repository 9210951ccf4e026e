import type { Point } from '#geometry/point'
import { boxMeanWithin } from '#raster/box-mean'
import type { Region } from '#raster/crop'
import type { Bitmap, GreyImage, Size } from '#raster/image'
import { createBitmap, createGreyImage } from '#raster/image'
import { resample, resampleChannel } from '#raster/resample'

import { fieldMask } from '../field-of-view.ts'
import type { PreparedEye } from '../prepared-eye.ts'

/** Radius of the neighbourhood of the local mean, as a share of the field's diameter. */
const meanShare = 1 / 24
/** Relative tolerance within which a field's diameter needs no resampling. */
const sizeTolerance = 0.03
const mostDeviations = 5

/** A photograph as the networks see it. */
export interface NetworkInput extends Size {
  /** Red, green and blue, one plane of width x height after the other, rows from the top. */
  readonly planes: Float32Array
  /** The field of view at the same size. */
  readonly mask: Bitmap
}

/** The local mean subtracted from each channel of a photograph, and the deviations that divided it. */
export interface LocalLight {
  /** For red, green and blue, at one size. */
  readonly means: readonly GreyImage[]
  readonly deviations: readonly number[]
}

/** The square around the field of view as a network sees it that is to see all at once. */
export interface FieldInput extends NetworkInput {
  /** Position of its upper left corner, in the photograph's pixels. */
  readonly origin: Point
  /** Width and height of one of its pixels in pixels of the photograph. */
  readonly pixelSize: Size
}

/**
 * Resamples the photograph so that its field has the given diameter in pixels; each channel minus its local
 * mean, in standard deviations of that difference over the field, from -5 to 5; 0 outside the field. Produces
 * the input of the networks, in training and in use.
 */
export function prepareNetworkInput(
  eye: PreparedEye,
  diameterPx: number,
): NetworkInput & { readonly light: LocalLight } {
  const { photograph, field } = eye
  const size = sizeFor(eye, diameterPx)
  const mask = fieldMask(field, size)
  const radius = Math.round((meanShare * field.diameterPx * size.width) / photograph.width)
  const mean = boxMeanWithin(mask, radius)
  const made = deviations({
    channelAt: (channel) => resampleChannel(photograph, channel, size),
    mask,
    meanOf: (channel) => mean(mean(channel)),
  })
  return { ...size, ...made, mask }
}

/**
 * Resamples a region of the photograph so that its field has the given diameter in pixels, using the light of
 * the whole that `prepareNetworkInput` found at another size. Returns the planes of that region.
 */
export function prepareNetworkPart(
  { photograph, field }: PreparedEye,
  { size, region, light }: { size: Size; region: Region; light: LocalLight },
): Float32Array {
  const mask = createBitmap(region)
  copyRegion(fieldMask(field, size), region, mask.data)
  const planes = new Float32Array(3 * region.width * region.height)
  for (const channel of [0, 1, 2] as const) {
    const [mean, deviation] = [light.means[channel], light.deviations[channel]]
    if (mean === undefined || deviation === undefined) continue
    const plane = planeOf(planes, channel)
    const values = resampleChannel(photograph, channel, size, region).data
    subtract({ values, means: resample(mean, size, region).data, mask }, plane)
    normalise(plane, deviation)
  }
  return planes
}

/**
 * The field of view in a square with the given side in pixels; each channel minus its mean over the field, in
 * standard deviations over the field, from -5 to 5; 0 outside the field.
 */
export function prepareFieldInput(eye: PreparedEye, diameterPx: number): FieldInput {
  const { photograph, field } = eye
  const view = eye.viewWithField(diameterPx)
  const { mask } = view
  const pixelSize = {
    width: photograph.width / view.width,
    height: photograph.height / view.height,
  }
  const corner = {
    x: Math.round(field.centre.x / pixelSize.width - diameterPx / 2),
    y: Math.round(field.centre.y / pixelSize.height - diameterPx / 2),
  }
  const square = { width: diameterPx, height: diameterPx }
  const region = { ...corner, ...square }
  const inside = createBitmap(square)
  copyRegion(mask, region, inside.data)
  const channels = [view.red, view.green, view.blue] as const
  const { planes } = deviations({
    channelAt: (channel) => channels[channel],
    mask,
    meanOf: (channel) => flatMean(channel, mask),
  })
  return {
    ...square,
    planes: cutPlanes(planes, view, region),
    mask: inside,
    origin: { x: corner.x * pixelSize.width, y: corner.y * pixelSize.height },
    pixelSize,
  }
}

/** The size of the whole photograph at which its field has the wanted diameter. */
export function sizeFor(eye: PreparedEye, wantedPx: number): Size {
  const { width, height } = eye.photograph
  const isNear = Math.abs(wantedPx / eye.field.diameterPx - 1) < sizeTolerance
  return isNear ? { width, height } : eye.sizeWithField(wantedPx)
}

interface Normal {
  /** At the size of the mask; it is not written into. */
  readonly channelAt: (channel: 0 | 1 | 2) => GreyImage
  /** The field of view, at the size of the planes. */
  readonly mask: Bitmap
  /** The value to subtract from each pixel of a channel. */
  readonly meanOf: (channel: GreyImage) => GreyImage
}

/** Each channel at the mask's size less its mean, in standard deviations of that difference. */
function deviations({ channelAt, mask, meanOf }: Normal): {
  planes: Float32Array
  light: LocalLight
} {
  const planes = new Float32Array(3 * mask.width * mask.height)
  const parts = ([0, 1, 2] as const).map((channel) => {
    const values = channelAt(channel)
    const mean = meanOf(values)
    const plane = planeOf(planes, channel)
    const square = subtract({ values: values.data, means: mean.data, mask }, plane)
    const deviation = Math.sqrt(square) + 1e-3
    normalise(plane, deviation)
    return { mean, deviation }
  })
  const means = parts.map(({ mean }) => mean)
  return { planes, light: { means, deviations: parts.map(({ deviation }) => deviation) } }
}

function planeOf(planes: Float32Array, channel: 0 | 1 | 2): Float32Array {
  const area = planes.length / 3
  return planes.subarray(channel * area, (channel + 1) * area)
}

/**
 * Writes the differences into a plane; 0 outside the mask.
 * @returns the mean square of the differences inside it
 */
function subtract(
  { values, means, mask }: { values: Float32Array; means: Float32Array; mask: Bitmap },
  plane: Float32Array,
): number {
  let sum = 0
  let count = 0
  for (let i = 0; i < values.length; i++) {
    if (mask.data[i] === 0) {
      plane[i] = 0
      continue
    }
    const difference = Math.fround((values[i] ?? 0) - (means[i] ?? 0))
    plane[i] = difference
    sum += Math.fround(difference * difference)
    count += 1
  }
  return count === 0 ? 0 : sum / count
}

/** In place. */
function normalise(differences: Float32Array, deviation: number): void {
  for (let i = 0; i < differences.length; i++) {
    const value = (differences[i] ?? 0) / deviation
    differences[i] = Math.max(-mostDeviations, Math.min(mostDeviations, value))
  }
}

/** The mean over the mask, for every pixel. */
function flatMean({ data: values, ...size }: GreyImage, mask: Bitmap): GreyImage {
  let sum = 0
  let count = 0
  for (let i = 0; i < values.length; i++) {
    if (mask.data[i] === 0) continue
    sum += values[i] ?? 0
    count += 1
  }
  const mean = createGreyImage(size)
  mean.data.fill(count === 0 ? 0 : sum / count)
  return mean
}

function cutPlanes(planes: Float32Array, size: Size, region: Region): Float32Array {
  const [from, to] = [size.width * size.height, region.width * region.height]
  const cut = new Float32Array(3 * to)
  for (const channel of [0, 1, 2]) {
    const data = planes.subarray(channel * from, (channel + 1) * from)
    copyRegion({ ...size, data }, region, cut.subarray(channel * to, (channel + 1) * to))
  }
  return cut
}

/** The pixels of a region that may extend beyond the image, where the target's pixels are kept. */
function copyRegion(
  { width, height, data }: GreyImage | Bitmap,
  region: Region,
  target: Float32Array | Uint8Array,
): void {
  const [left, right] = [Math.max(0, region.x), Math.min(width, region.x + region.width)]
  const last = Math.min(height, region.y + region.height)
  for (let y = Math.max(0, region.y); y < last; y++) {
    const row = data.subarray(y * width + left, y * width + right)
    target.set(row, (y - region.y) * region.width + left - region.x)
  }
}
