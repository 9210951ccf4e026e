import type { Point } from '#geometry/point'
import { nearestOnSegment } from '#geometry/point'
import { gaussianBlur } from '#raster/gaussian'
import { createGreyImage, type GreyImage, type RgbImage } from '#raster/image'
import { isMeasured } from '#retina/eye-measures'
import { measureEye } from '#retina/measures'

import { mapsOf, poses } from './poses.ts'
import type { Shape } from './shapes.ts'

/** How vessels look in a photograph. */
export interface Look {
  /** Light that a column of blood as deep as the vessel is wide takes away, as an exponent. */
  readonly absorption: number
  /** One standard deviation of the blur, as a share of an arteriole's width. */
  readonly blur: number
  /** How much of the taken light the reflex along the middle gives back, from 0 to 1. */
  readonly reflex: number
}

/** CRAE and CRVE in a rendered photograph relative to the drawing; null if not measurable. */
export interface SeenWidths extends Look {
  readonly crae: number | null
  readonly crve: number | null
}

export const looks: readonly Look[] = [0.5, 1.5].flatMap((absorption) =>
  [0, 0.3].flatMap((reflex) =>
    [0, 0.1, 0.2, 0.3, 0.4, 0.5].map((blur) => ({ absorption, reflex, blur })),
  ),
)

const arterioleMicrometres = 80
/** Arterial blood takes away less of the light. */
const oxygen = { arteriole: 0.75, venule: 1 } as const
/** The reflex is so wide, one standard deviation as a share of the vessel's width. */
const reflexWidth = 0.1

/** Measures widths in a photograph of a shape's vessels, each a cylinder of blood. */
export function measureLook(shape: Shape, look: Look): SeenWidths {
  const [, pose] = poses
  if (pose === undefined) throw new Error('There is no pose.')
  const maps = mapsOf(shape, pose)
  const { measures } = measureEye({ ...maps, photograph: photographOf(shape, look) })
  const over = (name: 'crae' | 'crve'): number | null => {
    const measure = measures[name]
    return isMeasured(measure) ? measure.value / (shape.expected[name] ?? NaN) : null
  }
  return { ...look, crae: over('crae'), crve: over('crve') }

  function photographOf({ vessels }: Shape, { absorption, blur, reflex }: Look): RgbImage {
    const light = createGreyImage(maps.size)
    light.data.fill(1)
    const { centre } = maps.disc ?? { centre: { x: 0, y: 0 } }
    const scale = pose?.micrometresPerPixel ?? 1
    const place = ({ x, y }: Point): Point => ({ x: centre.x + x / scale, y: centre.y + y / scale })
    for (const { kind, line, width } of vessels) {
      const [from, to] = [line[0], line.at(-1)]
      if (from === undefined || to === undefined) continue
      darken(light, [place(from), place(to)], (apart) => {
        const across = apart / (width / scale / 2)
        if (across >= 1) return 1
        const taken = 1 - Math.exp(-absorption * oxygen[kind] * Math.sqrt(1 - across ** 2))
        return 1 - taken * (1 - reflex * Math.exp(-((across / 2 / reflexWidth) ** 2) / 2))
      })
    }
    const sigma = (blur * arterioleMicrometres) / scale
    const seen = sigma === 0 ? light : gaussianBlur(light, sigma)
    const data = new Uint8Array(3 * seen.data.length)
    for (const [i, share] of seen.data.entries())
      data.set([200, Math.round(150 * share), 60], 3 * i)
    return { ...maps.size, data }
  }
}

/** Samples of a pixel along each axis. */
const samples = 3

function darken(
  light: GreyImage,
  [a, b]: readonly [Point, Point],
  lightAt: (apart: number) => number,
): void {
  const reach = 20
  for (let y = Math.floor(Math.min(a.y, b.y) - reach); y < Math.max(a.y, b.y) + reach; y++) {
    for (let x = Math.floor(Math.min(a.x, b.x) - reach); x < Math.max(a.x, b.x) + reach; x++) {
      if (x < 0 || y < 0 || x >= light.width || y >= light.height) continue
      const at = { x: x + 0.5, y: y + 0.5 }
      if (away(at, a, b) > reach) continue
      let sum = 0
      for (let k = 0; k < samples ** 2; k++) {
        const part = {
          x: x + ((k % samples) + 0.5) / samples,
          y: y + (Math.floor(k / samples) + 0.5) / samples,
        }
        sum += lightAt(away(part, a, b))
      }
      const i = y * light.width + x
      light.data[i] = (light.data[i] ?? 1) * (sum / samples ** 2)
    }
  }
}

function away(at: Point, a: Point, b: Point): number {
  const nearest = nearestOnSegment(at, a, b)
  return Math.hypot(at.x - nearest.x, at.y - nearest.y)
}
