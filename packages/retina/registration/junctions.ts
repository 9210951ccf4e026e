import { gaussianBlur } from '#raster/gaussian'
import type { GreyImage } from '#raster/image'
import { createGreyImage } from '#raster/image'
import { resample } from '#raster/resample'
import { sampleAt } from '#raster/sample'

import type { Ridges } from './ridges.ts'

/** A place at which lines of several directions meet, in pixels of the ridges. */
export interface Junction {
  readonly x: number
  readonly y: number
}

/** How lines run around places, smaller: for each of six directions how much of one there is. */
export interface Surroundings {
  readonly near: readonly GreyImage[]
  readonly far: readonly GreyImage[]
}

/** Pixels of the ridges in one of the surroundings. */
const shrink = 3
const directionCount = 6
/** Junctions to use at most. */
const mostJunctions = 260
/** Standard deviation of a junction's reach, in smaller pixels. */
const junctionReach = 1.5
/** Lines stronger than this count as this, so that large vessels do not outweigh all others. */
const saturation = 1.2
/** Standard deviations of the surroundings, in smaller pixels. */
const blurs = { near: 1.6, far: 2.8 } as const
/** Rings of places around a junction, in pixels of the ridges. */
const rings = [
  { radius: 15, from: 'near' },
  { radius: 32, from: 'far' },
  { radius: 56, from: 'far' },
] as const
export const turnsOfRing = 12
export const descriptorLength: number = directionCount * (1 + rings.length * turnsOfRing)

export function surroundingsOf(ridges: Ridges): Surroundings {
  const small = smaller(ridges)
  const channels = directionChannels(small)
  return {
    near: channels.map((channel) => gaussianBlur(channel, blurs.near)),
    far: channels.map((channel) => gaussianBlur(channel, blurs.far)),
  }
}

interface Directions {
  readonly cos: GreyImage
  readonly sin: GreyImage
}

function smaller({ width, height, cos, sin }: Ridges): Directions {
  const size = { width: Math.ceil(width / shrink), height: Math.ceil(height / shrink) }
  const calm = saturate({ cos, sin })
  return { cos: resample(calm.cos, size), sin: resample(calm.sin, size) }
}

function saturate({ cos, sin }: Directions): Directions {
  const [a, b] = [createGreyImage(cos), createGreyImage(cos)]
  for (let i = 0; i < cos.data.length; i++) {
    const [x, y] = [cos.data[i] ?? 0, sin.data[i] ?? 0]
    const length = Math.sqrt(x * x + y * y)
    const factor = length > saturation ? saturation / length : 1
    a.data[i] = factor * x
    b.data[i] = factor * y
  }
  return { cos: a, sin: b }
}

/** A direction counts for the two nearest of six that cover half a turn. */
function directionChannels({ cos, sin }: Directions): GreyImage[] {
  const channels = Array.from({ length: directionCount }, () => createGreyImage(cos))
  for (let i = 0; i < cos.data.length; i++) {
    const [x, y] = [cos.data[i] ?? 0, sin.data[i] ?? 0]
    const bin = ((Math.atan2(y, x) / (2 * Math.PI) + 1) * directionCount) % directionCount
    const lower = Math.floor(bin)
    const share = bin - lower
    const strength = Math.sqrt(x * x + y * y)
    const [a, b] = [channels[lower % directionCount], channels[(lower + 1) % directionCount]]
    if (a !== undefined) a.data[i] = (1 - share) * strength
    if (b !== undefined) b.data[i] = share * strength
  }
  return channels
}

/**
 * Places around which lines run in more than one direction: the mean strength less that of the mean
 * direction, at its peaks.
 */
export function findJunctions(ridges: Ridges): Junction[] {
  const { cos, sin } = smaller(ridges)
  const strength = createGreyImage(cos)
  for (let i = 0; i < strength.data.length; i++) {
    strength.data[i] = Math.hypot(cos.data[i] ?? 0, sin.data[i] ?? 0)
  }
  const total = gaussianBlur(strength, junctionReach)
  const alongCos = gaussianBlur(cos, junctionReach).data
  const alongSin = gaussianBlur(sin, junctionReach).data
  const score = createGreyImage(cos)
  for (let i = 0; i < score.data.length; i++) {
    score.data[i] = (total.data[i] ?? 0) - Math.hypot(alongCos[i] ?? 0, alongSin[i] ?? 0)
  }
  return peaks(score)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostJunctions)
    .map(({ x, y }) => ({ x: shrink * x, y: shrink * y }))
}

function peaks({ width, height, data }: GreyImage): (Junction & { readonly score: number })[] {
  const found: (Junction & { readonly score: number })[] = []
  const around = [-width - 1, -width, 1 - width, -1, 1, width - 1, width, width + 1]
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const score = data[i] ?? 0
      if (score < 0.01 || around.some((step) => (data[i + step] ?? 0) > score)) continue
      found.push({ x: (i % width) + 0.5, y: y + 0.5, score })
    }
  }
  return found
}

/**
 * Describes the lines around places by their directions in rings around them, as rows of a table, each of
 * length 1. Turned by a twelfth of a circle, the same numbers come in another order. Source: E. Tola, V.
 * Lepetit and P. Fua, DAISY: an efficient dense descriptor applied to wide-baseline stereo, 2010.
 * @param scale how many times as large the surroundings are that count.
 * @param turn how far they are turned, in twelfths of a circle.
 */
export function describe(
  surroundings: Surroundings,
  places: readonly Junction[],
  { scale, turn }: { readonly scale: number; readonly turn: number },
): Float32Array {
  const rows = new Float32Array(places.length * descriptorLength)
  // A twelfth of a circle is one of the directions, which cover half of it.
  const channelOf = (direction: number): number =>
    (direction + turn + 2 * directionCount) % directionCount
  for (const [index, { x, y }] of places.entries()) {
    const row = rows.subarray(index * descriptorLength, (index + 1) * descriptorLength)
    let next = 0
    const add = (from: readonly GreyImage[], dx: number, dy: number): void => {
      for (let direction = 0; direction < directionCount; direction++) {
        const channel = from[channelOf(direction)]
        if (channel === undefined) continue
        row[next++] = sampleInside(channel, (x + dx) / shrink, (y + dy) / shrink)
      }
    }
    add(surroundings.near, 0, 0)
    for (const { radius, from } of rings) {
      for (let place = 0; place < turnsOfRing; place++) {
        const angle = ((place + turn) * 2 * Math.PI) / turnsOfRing
        add(surroundings[from], scale * radius * Math.cos(angle), scale * radius * Math.sin(angle))
      }
    }
    normalise(row)
  }
  return rows
}

function sampleInside(image: GreyImage, x: number, y: number): number {
  return x < 0 || y < 0 || x > image.width || y > image.height ? 0 : sampleAt(image, x, y)
}

/** Square roots, so that no single large number decides; then the length 1. */
function normalise(row: Float32Array): void {
  let sum = 0
  for (let i = 0; i < row.length; i++) sum += row[i] ?? 0
  const factor = sum > 0 ? 1 / sum : 0
  for (let i = 0; i < row.length; i++) row[i] = Math.sqrt((row[i] ?? 0) * factor)
}
