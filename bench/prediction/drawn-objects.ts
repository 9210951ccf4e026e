import type { Bitmap, RgbImage, Size } from '#raster/image'
import { createBitmap } from '#raster/image'

import { Random } from '../../training/quality/random.ts'
import { objectsIn, type SampleObject } from './objects.ts'

const size: Size = { width: 240, height: 240 }
const pictures = 120
/** One picture in this many is empty at the marked place. */
const everyBlank = 3

/**
 * Drawn shapes on grainy ground, and ground alone. Photographs have neither straight edges nor an
 * object that cannot be seen, for which the outline is the ellipse through its points.
 */
export function drawObjects(jitters: readonly number[]): SampleObject[] {
  const random = new Random(11)
  return Array.from({ length: pictures }, (_, i) => {
    const isBlank = i % everyBlank === 0
    const isInside = isBlank ? ellipse(random) : shape(random)
    const mask = maskOf(isInside)
    const image = paint(random, isBlank ? () => 0 : softened(mask, random.below(4)))
    const structure = isBlank ? 'nothing to see' : 'drawn shape'
    return objectsIn({ image, mask, structure, photograph: `drawn ${i}` }, jitters, random)
  }).flat()
}

type Inside = (x: number, y: number) => boolean

const centre = size.width / 2

function shape(random: Random): Inside {
  return random.pick([ellipse, rectangle, blob])(random)
}

function ellipse(random: Random): Inside {
  const toShape = turned(random)
  const [a, b] = [random.between(8, 70), random.between(8, 70)]
  return (x, y) => {
    const [u, v] = toShape(x, y)
    return Math.hypot(u / a, v / b) < 1
  }
}

function rectangle(random: Random): Inside {
  const toShape = random.chance(0.5) ? fromCentre : turned(random)
  const [a, b] = [random.between(8, 60), random.between(8, 60)]
  return (x, y) => {
    const [u, v] = toShape(x, y)
    return Math.abs(u) < a && Math.abs(v) < b
  }
}

/** A circle whose radius swings around it. */
function blob(random: Random): Inside {
  const radius = random.between(10, 60)
  const waves = [2, 3, 4, 5].map((times) => ({
    times,
    depth: random.between(0, 0.35 / times),
    phase: random.between(0, 2 * Math.PI),
  }))
  return (x, y) => {
    const [u, v] = fromCentre(x, y)
    const angle = Math.atan2(v, u)
    const swing = waves.reduce(
      (sum, { times, depth, phase }) => sum + depth * Math.cos(times * angle + phase),
      1,
    )
    return Math.hypot(u, v) < radius * swing
  }
}

function fromCentre(x: number, y: number): [number, number] {
  return [x - centre, y - centre]
}

function turned(random: Random): typeof fromCentre {
  const angle = random.between(0, Math.PI)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return (x, y) => {
    const [u, v] = fromCentre(x, y)
    return [cos * u + sin * v, cos * v - sin * u]
  }
}

function maskOf(isInside: Inside): Bitmap {
  const mask = createBitmap(size)
  for (let i = 0; i < mask.data.length; i++) {
    mask.data[i] = isInside((i % size.width) + 0.5, Math.floor(i / size.width) + 0.5) ? 1 : 0
  }
  return mask
}

type Share = (x: number, y: number) => number

/** Share of the square around a pixel, of this many pixels to each side, that is inside. */
function softened(mask: Bitmap, reach: number): Share {
  return (x, y) => {
    let inside = 0
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++)
        inside += mask.data[(y + dy) * size.width + x + dx] ?? 0
    }
    return inside / (2 * reach + 1) ** 2
  }
}

/** Lighter or darker than the ground, which has grain and light that falls off to one side. */
function paint(random: Random, share: Share): RgbImage {
  const ground = [random.between(90, 180), random.between(40, 100), random.between(15, 60)]
  const contrast = random.between(1.25, 2.4)
  const gain = random.chance(0.5) ? contrast : 1 / contrast
  const grain = random.between(0, 10)
  const slope = { x: random.between(-0.3, 0.3), y: random.between(-0.3, 0.3) }
  const data = new Uint8Array(3 * size.width * size.height)
  for (let i = 0; i < size.width * size.height; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    const light = 1 + (slope.x * (x - centre) + slope.y * (y - centre)) / size.width
    const lift = light * (1 + (gain - 1) * share(x, y))
    const speck = grain * random.normal()
    for (const [channel, value] of ground.entries())
      data[3 * i + channel] = Math.min(255, Math.max(0, value * lift + speck))
  }
  return { ...size, data }
}
