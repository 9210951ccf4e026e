import type { Point } from '#geometry/point'
import { nearestOnSegment } from '#geometry/point'
import type { GreyImage, Size } from '#raster/image'
import { createGreyImage } from '#raster/image'

import type { EyeMaps } from '../eye-maps.ts'

export interface DrawnLine {
  readonly points: readonly Point[]
  readonly widthPx: number
}

/** A map of how much of each pixel lines cover, from 0 to 1: lines of any width with smooth edges. */
export function drawLines(size: Size, lines: readonly DrawnLine[]): GreyImage {
  const map = createGreyImage(size)
  for (const { points, widthPx } of lines) {
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]]
      if (a !== undefined && b !== undefined) drawStroke(map, [a, b], widthPx)
    }
  }
  return map
}

function drawStroke(map: GreyImage, [a, b]: readonly [Point, Point], widthPx: number): void {
  const reach = widthPx / 2 + 1
  const [left, right] = [Math.min(a.x, b.x) - reach, Math.max(a.x, b.x) + reach]
  const [top, bottom] = [Math.min(a.y, b.y) - reach, Math.max(a.y, b.y) + reach]
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(map.height, bottom); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(map.width, right); x++) {
      const centre = { x: x + 0.5, y: y + 0.5 }
      const nearest = nearestOnSegment(centre, a, b)
      const away = Math.hypot(centre.x - nearest.x, centre.y - nearest.y)
      const inner = Math.min(1, Math.max(0, 0.5 + widthPx / 2 - away))
      const outer = Math.min(1, Math.max(0, 0.5 - widthPx / 2 - away))
      const at = y * map.width + x
      map.data[at] = Math.max(map.data[at] ?? 0, inner - outer)
    }
  }
}

/** A place at a distance and angle (radians, clockwise on the screen) from another. */
export function polar({ x, y }: Point, away: number, angle: number): Point {
  return { x: x + away * Math.cos(angle), y: y + away * Math.sin(angle) }
}

export interface EyeDrawing {
  /** Of the field, in map pixels. */
  readonly diameterPx: number
  /** In disc diameters; arterioles and venules alternate around the disc. */
  readonly arterioles: readonly number[]
  readonly venules: readonly number[]
  /** Turns the whole eye around the disc. */
  readonly turn?: number
  readonly mirrored?: boolean
  readonly pixelsPerMapPixel?: number
}

const discShare = 0.16

/** The maps of an eye whose vessels run straight out of the disc, each of one known width. */
export function drawEye(drawing: EyeDrawing): EyeMaps {
  const { diameterPx, arterioles, venules, turn = 0, mirrored = false } = drawing
  const { pixelsPerMapPixel: scale = 1 } = drawing
  const size = { width: diameterPx, height: diameterPx }
  const middle = { x: diameterPx / 2, y: diameterPx / 2 }
  const discPx = discShare * diameterPx
  const count = arterioles.length + venules.length
  const line = (width: number, place: number): DrawnLine => {
    const angle = turn + (2 * Math.PI * (place + 0.3)) / count
    const [from, to] = [0.3, 2.9].map((away) => {
      const { x, y } = polar(middle, away * discPx, angle)
      return { x: mirrored ? diameterPx - x : x, y }
    })
    return { points: from && to ? [from, to] : [], widthPx: width * discPx }
  }
  const red = arterioles.map((width, i) => line(width, 2 * i))
  const blue = venules.map((width, i) => line(width, 2 * i + 1))
  const toImage = ({ x, y }: Point): Point => ({ x: x * scale, y: y * scale })
  const imageSize = { width: diameterPx * scale, height: diameterPx * scale }
  const centre = toImage(middle)
  const discImagePx = discPx * scale
  return {
    size: imageSize,
    field: {
      kind: 'field-of-view',
      imageSize,
      centre,
      diameterPx: diameterPx * scale,
      hull: [
        { x: 0, y: 0 },
        { x: imageSize.width, y: 0 },
        { x: imageSize.width, y: imageSize.height },
        { x: 0, y: imageSize.height },
      ],
    },
    origin: { x: 0, y: 0 },
    pixelsPerMapPixel: scale,
    vessel: drawLines(size, [...red, ...blue]),
    arteriole: drawLines(size, red),
    venule: drawLines(size, blue),
    disc: {
      centre,
      diameterPx: discImagePx,
      outline: Array.from({ length: 36 }, (_, k) =>
        polar(centre, discImagePx / 2, (k * Math.PI) / 18),
      ),
      doubts: [],
    },
    fovea: { centre: { x: centre.x + 2.5 * discImagePx, y: centre.y }, probability: 0.9 },
    scale: {
      kind: 'stated',
      micrometresPerPixel: 1800 / discImagePx,
      source: 'drawing',
      axialLengthMm: null,
      refraction: null,
    },
  }
}
