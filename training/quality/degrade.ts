import { boxMean } from '#raster/box-mean'
import type { RgbImage } from '#raster/image'
import sharp from 'sharp'

import type { Canvas } from './canvas.ts'
import {
  blurCanvas,
  canvasOf,
  filterCanvas,
  mapCanvas,
  paint,
  photographOf,
  stroke,
} from './canvas.ts'
import { addDisease } from './disease.ts'
import type { Random } from './random.ts'

/** A degraded photograph, and the position of its corner in the original. */
export interface Degraded {
  readonly image: RgbImage
  readonly offset: { readonly x: number; readonly y: number }
  readonly how: string
}

/** One thing that happens to photographs, from hardly (0) to altogether (1). */
type Fault = (canvas: Canvas, severity: number, random: Random) => Canvas

const faults: Readonly<Record<string, Fault>> = {
  blur: (canvas, severity) => blurCanvas(canvas, 0.6 + 11 * severity ** 1.5),
  motion(canvas, severity, random) {
    const length = 2 + 40 * severity
    const turn = random.between(0, Math.PI)
    return smear(canvas, { dx: Math.cos(turn) * length, dy: Math.sin(turn) * length })
  },
  defocus(canvas, severity) {
    const radius = Math.round(1 + 13 * severity ** 1.5)
    return filterCanvas(canvas, (plane) => boxMean(boxMean(plane, radius), radius))
  },
  dark(canvas, severity, random) {
    const gain = (1 - severity) ** 2 * 0.8 + 0.03
    return addNoise(
      mapCanvas(canvas, (value) => value * gain),
      random.between(0.5, 4),
      random,
    )
  },
  bright(canvas, severity) {
    const gain = 1.1 + 3.5 * severity ** 1.5
    return mapCanvas(canvas, (value) => value * gain + 40 * severity)
  },
  haze(canvas, severity, random) {
    const veil = severity ** 0.8 * 0.97
    const colour = random.pick([
      [190, 170, 150],
      [230, 160, 110],
      [150, 150, 160],
      [120, 60, 30],
    ] as const)
    const soft = blurCanvas(canvas, 0.5 + 3 * severity)
    return inField(
      canvas,
      mapCanvas(soft, (value, _, channel) => {
        return value * (1 - veil) + (colour[channel] ?? 0) * veil
      }),
    )
  },
  uneven(canvas, severity, random) {
    const turn = random.between(0, 2 * Math.PI)
    const least = 1 - severity
    const { width, height } = canvas
    return mapCanvas(canvas, (value, i) => {
      const x = (i % width) / width - 0.5
      const y = Math.floor(i / width) / height - 0.5
      const along = Math.min(1, Math.max(0, 0.5 + x * Math.cos(turn) + y * Math.sin(turn)))
      return value * (least + (1 - least) * along ** 1.5)
    })
  },
  flare(canvas, severity, random) {
    const { width, height } = canvas
    const spots = Array.from({ length: 1 + random.below(3) }, () => ({
      x: random.between(0, width),
      y: random.between(0, height),
      size: width * random.between(0.05, 0.12 + 0.4 * severity),
    }))
    const light = (i: number) =>
      spots.reduce((sum, { x, y, size }) => {
        const away = ((i % width) - x) ** 2 + (Math.floor(i / width) - y) ** 2
        return sum + Math.exp(-away / (2 * size * size))
      }, 0)
    const strength = 60 + 240 * severity
    return inField(
      canvas,
      mapCanvas(canvas, (value, i, c) => value + strength * light(i) * (1 - 0.15 * c)),
    )
  },
  lashes(canvas, severity, random) {
    const { width, height } = canvas
    const lid = height * (0.55 * severity + 0.05)
    const fromTop = random.chance(0.6)
    const veil = {
      ...canvas,
      planes: canvas.planes.map((plane) => plane.slice()),
    } as unknown as Canvas
    const colour = random.pick([
      [20, 12, 10],
      [200, 140, 110],
      [90, 50, 35],
    ] as const)
    paint(veil, colour, {
      opacityAt(x, y) {
        const depth = fromTop ? y : height - 1 - y
        const edge = lid * (1 - 0.6 * ((2 * x) / width - 1) ** 2)
        return 0.95 / (1 + Math.exp((depth - edge) / (0.02 * height)))
      },
    })
    for (let hairs = 2 + 18 * severity; hairs > 0; hairs--) {
      const root = random.between(0, width)
      const [lean, bend] = [random.between(-0.6, 0.6), random.between(-1, 1)]
      const points = Array.from({ length: Math.round(lid * 1.8) }, (_, depth) => {
        const x = root + lean * depth + (bend * depth * depth) / height
        return [x, fromTop ? depth : height - 1 - depth] as const
      })
      stroke(veil, [15, 10, 10], { points, from: random.between(2, 6), to: 1 })
    }
    return inField(canvas, blurCanvas(veil, 1 + 2 * random.uniform()))
  },
  noise: (canvas, severity, random) => addNoise(canvas, 2 + 55 * severity ** 1.5, random),
  flat(canvas, severity) {
    const kept = (1 - severity) ** 1.5
    const means = canvas.planes.map((plane) => meanOfLit(plane))
    return inField(
      canvas,
      mapCanvas(canvas, (value, _, channel) => {
        const mean = means[channel] ?? 0
        return mean + (value - mean) * (0.03 + 0.97 * kept)
      }),
    )
  },
}

function meanOfLit(plane: Float32Array): number {
  const lit = plane.filter((value) => value > 10)
  return lit.reduce((sum, value) => sum + value, 0) / (lit.length + 1)
}

/** Pixels outside the field that were dark stay dark. */
function inField(before: Canvas, after: Canvas): Canvas {
  const [red, green] = before.planes
  return mapCanvas(after, (value, i, channel) => {
    const isLit = Math.max(red[i] ?? 0, green[i] ?? 0) > 14
    return isLit ? value : (before.planes[channel]?.[i] ?? 0)
  })
}

function smear(canvas: Canvas, { dx, dy }: { dx: number; dy: number }): Canvas {
  const steps = Math.max(2, Math.round(Math.hypot(dx, dy)))
  const { width, height } = canvas
  return filterCanvas(canvas, ({ data }) => {
    const out = new Float32Array(data.length)
    for (let step = 0; step < steps; step++) {
      const share = step / (steps - 1) - 0.5
      const moveX = Math.round(dx * share)
      const moveY = Math.round(dy * share)
      for (let y = 0, i = 0; y < height; y++) {
        const row = Math.min(height - 1, Math.max(0, y + moveY)) * width
        for (let x = 0; x < width; x++, i++) {
          out[i] = (out[i] ?? 0) + (data[row + Math.min(width - 1, Math.max(0, x + moveX))] ?? 0)
        }
      }
    }
    return { width, height, data: out.map((value) => value / steps) }
  })
}

function addNoise(canvas: Canvas, deviation: number, random: Random): Canvas {
  return mapCanvas(canvas, (value) => value + deviation * random.normal())
}

/** Other cameras' colours: each channel's gain and gamma, sometimes grey or red-free. */
function recolour(canvas: Canvas, random: Random): Canvas {
  const gamma = random.between(0.75, 1.3)
  const gains = [0, 1, 2].map(() => Math.exp(0.22 * random.normal()))
  const recoloured = mapCanvas(canvas, (value, _, channel) => {
    return 255 * (Math.max(0, value) / 255) ** gamma * (gains[channel] ?? 1)
  })
  if (!random.chance(0.06)) return recoloured
  const [red, green, blue] = recoloured.planes
  return mapCanvas(recoloured, (_, i) => {
    return 0.3 * (red[i] ?? 0) + 0.6 * (green[i] ?? 0) + 0.1 * (blue[i] ?? 0)
  })
}

/** Share of the versions that show signs of disease. */
const diseased = 0.3

/**
 * A photograph with one fault, or up to three as bad photographs have, the first so severe; often in other colours, sometimes cropped.
 * Severity 0 gives a photograph as another camera might have taken it, without a fault.
 */
export async function degrade(
  image: RgbImage,
  severity: number,
  random: Random,
): Promise<Degraded> {
  const names = Object.keys(faults)
  const count = severity === 0 ? 0 : random.pick([1, 1, 2, 3])
  const chosen = Array.from({ length: count }, () => random.pick(names))
  const offset = random.chance(0.25) ? cropOf(image, random) : { x: 0, y: 0 }
  const seen = random.chance(diseased) ? addDisease(canvasOf(image), random) : canvasOf(image)
  let canvas = random.chance(0.7) ? recolour(seen, random) : seen
  for (const [i, name] of chosen.entries()) {
    canvas =
      faults[name]?.(canvas, i === 0 ? severity : severity * random.uniform(), random) ?? canvas
  }
  const photograph = cut(photographOf(canvas), offset)
  const quality = random.chance(0.3) ? 8 + random.below(40) : 70 + random.below(30)
  return { image: await compress(photograph, quality), offset, how: chosen.join('+') || 'none' }
}

/** Up to a fifth of the width or height is cut off on every side. */
function cropOf({ width, height }: RgbImage, random: Random): { x: number; y: number } {
  const most = random.pick([0.05, 0.12, 0.2])
  return { x: random.below(most * width + 1), y: random.below(most * height + 1) }
}

function cut({ width, height, data }: RgbImage, { x, y }: { x: number; y: number }): RgbImage {
  const size = { width: width - 2 * x, height: height - 2 * y }
  const out = new Uint8Array(3 * size.width * size.height)
  for (let row = 0; row < size.height; row++) {
    const from = 3 * ((y + row) * width + x)
    out.set(data.subarray(from, from + 3 * size.width), 3 * row * size.width)
  }
  return { ...size, data: out }
}

export async function compress(
  { width, height, data }: RgbImage,
  quality: number,
): Promise<RgbImage> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
  return { width, height, data: new Uint8Array(await sharp(jpeg).raw().toBuffer()) }
}
