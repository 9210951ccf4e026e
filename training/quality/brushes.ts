import { resample } from '#raster/resample'
import type { Size } from '#raster/image'

import type { Canvas, Colour } from './canvas.ts'
import { blankCanvas, mapCanvas, stroke } from './canvas.ts'
import type { Random } from './random.ts'

/** Draws a picture of something that is no fundus. */
export type Scene = (size: Size, random: Random) => Canvas

export const anyColour = (random: Random): Colour => [
  random.below(256),
  random.below(256),
  random.below(256),
]

/** The colours that a fundus has, which alone make none. */
export const warmColour = (random: Random): Colour => {
  const red = random.between(60, 250)
  const green = red * random.between(0.25, 0.75)
  return [red, green, green * random.between(0.2, 0.9)]
}

export const colourOf = (random: Random): Colour =>
  random.chance(0.5) ? warmColour(random) : anyColour(random)

/** Noise of several octaves with a mean of 0 and about -1 to 1; the steeper, the smoother. */
function clouds(size: Size, steepness: number, random: Random): Float32Array {
  const sum = new Float32Array(size.width * size.height)
  let most = 0
  for (let cells = 3, weight = 1; cells < size.width / 2; cells *= 2, weight /= 2 ** steepness) {
    const rows = Math.max(2, Math.round((cells * size.height) / size.width))
    const data = Float32Array.from({ length: cells * rows }, () => random.between(-1, 1))
    const octave = resample({ width: cells, height: rows, data }, size).data
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + weight * (octave[i] ?? 0)
    most += weight
  }
  return sum.map((value) => (1.6 * value) / most)
}

export function textured(
  size: Size,
  random: Random,
  [from, to]: readonly [Colour, Colour],
): Canvas {
  const noise = clouds(size, random.between(0.2, 1.6), random)
  return mapCanvas(blankCanvas(size), (_, i, channel) => {
    const share = 0.5 + 0.5 * (noise[i] ?? 0)
    return (from[channel] ?? 0) * (1 - share) + (to[channel] ?? 0) * share
  })
}

export function shade(canvas: Canvas, random: Random): Canvas {
  const light = clouds(canvas, 2, random)
  return mapCanvas(canvas, (value, i) => value * (0.85 + 0.3 * (light[i] ?? 0)))
}

export function wander(
  start: readonly [number, number],
  turn: number,
  length: number,
  random: Random,
) {
  const points: [number, number][] = []
  let [[x, y], direction, bend] = [start, turn, 0]
  for (let step = 0; step < length; step++) {
    bend = 0.95 * bend + 0.008 * random.normal()
    direction += bend
    x += Math.cos(direction)
    y += Math.sin(direction)
    points.push([x, y])
  }
  return { points, end: [x, y] as const, direction }
}

export function grow(
  canvas: Canvas,
  colour: Colour,
  twig: { start: readonly [number, number]; turn: number; length: number; wide: number },
  random: Random,
): void {
  const { points, end, direction } = wander(twig.start, twig.turn, twig.length, random)
  stroke(canvas, colour, { points, from: twig.wide, to: twig.wide * 0.75 })
  if (twig.wide < 1.2) return
  for (const side of random.chance(0.8) ? [-1, 1] : [-1, 0.1, 1]) {
    const turn = direction + side * random.between(0.2, 0.8)
    const length = twig.length * random.between(0.6, 0.9)
    grow(
      canvas,
      colour,
      { start: end, turn, length, wide: twig.wide * random.between(0.55, 0.8) },
      random,
    )
  }
}
