import type { Point } from '#geometry/point'
import type { Size } from '#raster/image'
import { resampleChannel } from '#raster/resample'

import type { FieldOfView } from '../field-of-view.ts'
import { fieldMask } from '../field-of-view.ts'
import type { PreparedEye } from '../prepared-eye.ts'
import {
  prepareFieldInput,
  prepareNetworkInput,
  prepareNetworkPart,
  sizeFor,
  type LocalLight,
} from './input.ts'

/** How a network wants to see a photograph. */
export interface WantedPicture {
  readonly channels: 'RGB' | 'BGR'
  /** `fov`: the square around the field of view; `none`: the whole photograph. */
  readonly crop: 'none' | 'fov'
  readonly size:
    | { readonly mode: 'fixed'; readonly h: number; readonly w: number }
    | { readonly mode: 'fovDiameter'; readonly px: number }
  readonly norm:
    | { readonly type: 'unit' }
    | { readonly type: 'mean-std'; readonly mean: number[]; readonly std: number[] }
    | { readonly type: 'local-mean-std' | 'field-mean-std' }
  /** Value of pixels outside the field of view. */
  readonly outsideFov: number
}

/** A photograph as a network's input, with the position of its pixels. */
export interface NetworkPicture extends Size {
  /** Three planes, one after the other, rows from the top. */
  readonly data: Float32Array
  /** The corner of the first pixel, in pixels of the photograph. */
  readonly origin: Point
  /** How many pixels of the photograph one of these spans, along each side. */
  readonly scale: Point
  /**
   * The local mean subtracted, if any, so that a part of the photograph can be normalised in the same way.
   */
  readonly light?: LocalLight
}

/** The photograph as a network wants to see it. */
export function preparePicture(eye: PreparedEye, wanted: WantedPicture): NetworkPicture {
  const picture = inRedGreenBlue(eye, wanted)
  return wanted.channels === 'RGB' ? picture : { ...picture, data: reversed(picture) }
}

/** A part of a photograph, in its pixels. */
export interface Part {
  readonly centre: Point
  /** From the centre to each side; the area beyond the photograph is left out. */
  readonly reach: number
}

/**
 * Prepares a part of a photograph with the light of the whole, at a scale at which the field has the given
 * diameter in pixels.
 */
export function preparePart(
  eye: PreparedEye,
  {
    channels,
    diameterPx,
    light,
    part,
  }: Pick<WantedPicture, 'channels'> & {
    readonly diameterPx: number
    readonly light: LocalLight
    readonly part: Part
  },
): NetworkPicture {
  const size = sizeFor(eye, diameterPx)
  const { scale } = whole(eye.photograph, size)
  const [left, right] = spanOf(part.centre.x, part.reach, { scale: scale.x, side: size.width })
  const [top, bottom] = spanOf(part.centre.y, part.reach, { scale: scale.y, side: size.height })
  const region = { x: left, y: top, width: right - left, height: bottom - top }
  const data = prepareNetworkPart(eye, { size, region, light })
  const origin = { x: left * scale.x, y: top * scale.y }
  const picture = { width: region.width, height: region.height, data, origin, scale }
  return channels === 'RGB' ? picture : { ...picture, data: reversed(picture) }
}

function spanOf(
  middle: number,
  reach: number,
  { scale, side }: { scale: number; side: number },
): [number, number] {
  const within = (at: number): number => Math.min(side, Math.max(0, Math.round(at / scale)))
  return [within(middle - reach), within(middle + reach)]
}

function inRedGreenBlue(eye: PreparedEye, wanted: WantedPicture): NetworkPicture {
  const { crop, size, norm } = wanted
  const diameter = size.mode === 'fixed' ? size.h : size.px
  if (norm.type === 'local-mean-std') {
    // As in training, do not enlarge small photographs: the network has never seen enlarged ones.
    const wantedPx = Math.min(diameter, eye.field.diameterPx)
    const { width, height, planes, light } = prepareNetworkInput(eye, wantedPx)
    return { ...whole(eye.photograph, { width, height }), data: planes, light }
  }
  if (norm.type === 'field-mean-std') {
    const { width, height, planes, origin, pixelSize } = prepareFieldInput(eye, diameter)
    return {
      width,
      height,
      data: planes,
      origin,
      scale: { x: pixelSize.width, y: pixelSize.height },
    }
  }
  if (crop === 'fov') return squareAround(eye.field, fixedScale(eye, wanted), wanted)
  const at = size.mode === 'fixed' ? { width: size.w, height: size.h } : eye.sizeWithField(diameter)
  return scaledValues(eye, { ...wanted, at, norm })
}

/** The photograph at the scale of the square around its field. */
function fixedScale(eye: PreparedEye, wanted: WantedPicture): NetworkPicture {
  const { size, norm } = wanted
  const diameter = size.mode === 'fixed' ? Math.min(size.h, size.w) : size.px
  return scaledValues(eye, { ...wanted, at: eye.sizeWithField(diameter), norm })
}

function whole(image: Size, { width, height }: Size): Omit<NetworkPicture, 'data'> {
  const scale = { x: image.width / width, y: image.height / height }
  return { width, height, origin: { x: 0, y: 0 }, scale }
}

/** Scales values from 0 to 1: minus a mean, over a deviation, by channel. */
function scaledValues(
  { photograph, field }: PreparedEye,
  { at, norm, outsideFov }: Pick<WantedPicture, 'norm' | 'outsideFov'> & { at: Size },
): NetworkPicture {
  const area = at.width * at.height
  const mask = fieldMask(field, at).data
  const data = new Float32Array(3 * area).fill(outsideFov)
  for (const channel of [0, 1, 2] as const) {
    const [mean = 0, std = 1] =
      norm.type === 'mean-std' ? [norm.mean[channel], norm.std[channel]] : []
    const values = resampleChannel(photograph, channel, at).data
    for (let i = 0; i < area; i++) {
      if (mask[i] === 1) data[channel * area + i] = ((values[i] ?? 0) / 255 - mean) / std
    }
  }
  return { ...whole(photograph, at), data }
}

/** Blue before green before red. */
function reversed({ data, width, height }: NetworkPicture): Float32Array {
  const area = width * height
  const turned = new Float32Array(data.length)
  for (const channel of [0, 1, 2]) {
    turned.set(data.subarray(channel * area, (channel + 1) * area), (2 - channel) * area)
  }
  return turned
}

/** The part with the field in its centre; the area beyond the photograph is outside the field. */
function squareAround(
  field: FieldOfView,
  picture: NetworkPicture,
  { size, outsideFov }: WantedPicture,
): NetworkPicture {
  const [width, height] = size.mode === 'fixed' ? [size.w, size.h] : [size.px, size.px]
  const left = Math.round(field.centre.x / picture.scale.x - width / 2)
  const top = Math.round(field.centre.y / picture.scale.y - height / 2)
  const data = new Float32Array(3 * width * height).fill(outsideFov)
  const [from, to] = [Math.max(0, left), Math.min(picture.width, left + width)]
  for (let plane = 0; plane < 3; plane++) {
    for (let y = Math.max(0, top); y < Math.min(picture.height, top + height); y++) {
      const row = (plane * picture.height + y) * picture.width
      const at = (plane * height + y - top) * width + from - left
      data.set(picture.data.subarray(row + from, row + to), at)
    }
  }
  const origin = { x: left * picture.scale.x, y: top * picture.scale.y }
  return { width, height, data, origin, scale: picture.scale }
}
