import type { RgbImage } from '#raster/image'

import type { Canvas } from './canvas.ts'
import { blankCanvas, blurCanvas, canvasOf, mapCanvas, photographOf } from './canvas.ts'
import { compress } from './degrade.ts'
import type { Random } from './random.ts'
import { deviceScenes } from './scenes-of-devices.ts'
import { natureScenes } from './scenes-of-nature.ts'
import { surfaceScenes } from './scenes-of-surfaces.ts'

const scenes = { ...natureScenes, ...deviceScenes, ...surfaceScenes }

/** Pictures made of a fundus photograph that are none; by name. */
const ruins: Readonly<Record<string, (canvas: Canvas, random: Random) => Canvas>> = {
  shuffled: shuffle,
  /** As in a negative or an angiogram. */
  inverted(canvas, random) {
    const isGrey = random.chance(0.5)
    return mapCanvas(canvas, (value, i) => 255 - (isGrey ? (canvas.planes[1][i] ?? 0) : value))
  },
}

export const kinds: readonly string[] = [...Object.keys(scenes), ...Object.keys(ruins)]

/**
 * A picture of something else behind the aperture of a fundus camera, whose field is that of a
 * photograph, or round and somewhere in a dark frame.
 */
export async function drawOther(
  kind: string,
  photograph: RgbImage,
  random: Random,
): Promise<RgbImage> {
  const { width, height } = photograph
  const scene = scenes[kind]
  const content =
    scene === undefined
      ? (ruins[kind]?.(canvasOf(photograph), random) ?? blankCanvas(photograph))
      : scene({ width, height }, random)
  const sharpness = random.pick([0, 0.7, 1.5, 3])
  const tinted = random.chance(0.35) ? inFundusColours(content, random) : content
  const soft = sharpness === 0 ? tinted : blurCanvas(tinted, sharpness)
  const isInside = random.chance(0.7) ? apertureOf(photograph) : aroundSomewhere(photograph, random)
  const vignette = random.between(0, 0.6)
  const grain = random.pick([0, 2, 6])
  const canvas = mapCanvas(soft, (value, i) => {
    if (!isInside(i)) return 2
    const x = (2 * (i % width)) / width - 1
    const y = (2 * Math.floor(i / width)) / height - 1
    return value * (1 - vignette * Math.min(1, x * x + y * y)) + grain * random.normal()
  })
  return compress(photographOf(canvas), 60 + random.below(40))
}

function apertureOf({ data }: RgbImage): (i: number) => boolean {
  return (i) => Math.max(data[3 * i] ?? 0, data[3 * i + 1] ?? 0) > 14
}

function aroundSomewhere({ width, height }: RgbImage, random: Random): (i: number) => boolean {
  const radius = Math.min(width, height) * random.between(0.3, 0.6)
  const x = width * random.between(0.42, 0.58)
  const y = height * random.between(0.42, 0.58)
  return (i) => Math.hypot((i % width) - x, Math.floor(i / width) - y) < radius
}

/** From dark red by orange to pale yellow, so that colour alone decides nothing. */
function inFundusColours(canvas: Canvas, random: Random): Canvas {
  const [red, green, blue] = canvas.planes
  const [darkest, greenest, bluest] = [20, 0.75, 0.5].map((most) => most * random.between(0.5, 1))
  return mapCanvas(canvas, (_, i, channel) => {
    const light = (0.3 * (red[i] ?? 0) + 0.6 * (green[i] ?? 0) + 0.1 * (blue[i] ?? 0)) / 255
    const power = [0.6, 1.2, 1.6][channel] ?? 1
    const most = [1, greenest, bluest][channel] ?? 1
    return (darkest ?? 0) / (1 + channel) + 235 * most * Math.max(0, light) ** power
  })
}

/** Squares of a photograph in disorder. */
function shuffle(canvas: Canvas, random: Random): Canvas {
  const { width, height } = canvas
  const side = random.pick([20, 40, 80])
  const columns = Math.ceil(width / side)
  const moves = Array.from({ length: columns * Math.ceil(height / side) }, () => ({
    x: Math.floor(width * random.between(0.2, 0.7)),
    y: Math.floor(height * random.between(0.2, 0.7)),
  }))
  return mapCanvas(canvas, (value, i, channel) => {
    const x = i % width
    const y = Math.floor(i / width)
    const from = moves[Math.floor(y / side) * columns + Math.floor(x / side)]
    if (from === undefined) return value
    const row = Math.min(height - 1, from.y + (y % side))
    const column = Math.min(width - 1, from.x + (x % side))
    return canvas.planes[channel]?.[row * width + column] ?? value
  })
}
