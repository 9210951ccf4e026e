import { gaussianBlur } from '#raster/gaussian'
import type { GreyImage, RgbImage, Size } from '#raster/image'

/** A colour, from 0 to 255 and beyond. */
export type Colour = readonly [red: number, green: number, blue: number]

/** A picture while it is made: three planes of light that need not fit into bytes. */
export interface Canvas extends Size {
  readonly planes: readonly [Float32Array, Float32Array, Float32Array]
}

export function blankCanvas({ width, height }: Size, colour: Colour = [0, 0, 0]): Canvas {
  const plane = (value: number) => new Float32Array(width * height).fill(value)
  return { width, height, planes: [plane(colour[0]), plane(colour[1]), plane(colour[2])] }
}

export function canvasOf({ width, height, data }: RgbImage): Canvas {
  const plane = (channel: number) =>
    Float32Array.from({ length: width * height }, (_, i) => data[3 * i + channel] ?? 0)
  return { width, height, planes: [plane(0), plane(1), plane(2)] }
}

export function photographOf({ width, height, planes }: Canvas): RgbImage {
  const data = new Uint8Array(3 * width * height)
  for (const [channel, plane] of planes.entries()) {
    for (let i = 0; i < plane.length; i++) {
      data[3 * i + channel] = Math.max(0, Math.min(255, Math.round(plane[i] ?? 0)))
    }
  }
  return { width, height, data }
}

/** Recomputes every value of every plane. */
export function mapCanvas(
  canvas: Canvas,
  valueAt: (value: number, i: number, channel: number) => number,
): Canvas {
  const [red, green, blue] = canvas.planes
  const mapped = (plane: Float32Array, channel: number) =>
    plane.map((value, i) => valueAt(value, i, channel))
  return { ...canvas, planes: [mapped(red, 0), mapped(green, 1), mapped(blue, 2)] }
}

export function blurCanvas(canvas: Canvas, sigma: number): Canvas {
  return filterCanvas(canvas, (plane) => gaussianBlur(plane, sigma))
}

export function filterCanvas(canvas: Canvas, filter: (plane: GreyImage) => GreyImage): Canvas {
  const { width, height, planes } = canvas
  const filtered = (plane: Float32Array) => filter({ width, height, data: plane }).data
  return { width, height, planes: [filtered(planes[0]), filtered(planes[1]), filtered(planes[2])] }
}

/** How much of each place is covered, from 0 to 1; nothing is outside the box, if there is one. */
export interface Shape {
  opacityAt(x: number, y: number): number
  readonly box?: { left: number; top: number; right: number; bottom: number }
}

export function rectangle(left: number, top: number, width: number, height: number): Shape {
  const box = { left, top, right: left + width, bottom: top + height }
  return { opacityAt: () => 1, box }
}

export interface Oval {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** In radians. */
  readonly turn?: number
  /** Width of the edge, as a share of the radius. */
  readonly softness?: number
}

export function ellipse({ x, y, width, height, turn = 0, softness = 0.05 }: Oval): Shape {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const reach = (Math.max(width, height) / 2) * (1 + softness) + 1
  return {
    opacityAt(px, py) {
      const along = ((px - x) * cos + (py - y) * sin) / (width / 2)
      const across = ((py - y) * cos - (px - x) * sin) / (height / 2)
      return Math.max(0, Math.min(1, (1 - Math.hypot(along, across)) / softness + 0.5))
    },
    box: { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach },
  }
}

/** Paints a shape in a colour. */
export function paint({ width, height, planes }: Canvas, colour: Colour, shape: Shape): void {
  const { left = 0, top = 0, right = width, bottom = height } = shape.box ?? {}
  for (let y = Math.max(0, Math.round(top)); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, Math.round(left)); x < Math.min(width, right); x++) {
      const opacity = shape.opacityAt(x, y)
      if (opacity <= 0) continue
      const i = y * width + x
      for (const [channel, plane] of planes.entries()) {
        plane[i] = (plane[i] ?? 0) * (1 - opacity) + (colour[channel] ?? 0) * opacity
      }
    }
  }
}

/** A line through points at even steps, whose width changes from one number to another. */
export function stroke(
  canvas: Canvas,
  colour: Colour,
  line: { points: readonly (readonly [number, number])[]; from: number; to: number },
): void {
  for (const [step, [x, y]] of line.points.entries()) {
    const radius = (line.from + ((line.to - line.from) * step) / line.points.length) / 2
    const box = {
      left: x - radius - 1,
      top: y - radius - 1,
      right: x + radius + 2,
      bottom: y + radius + 2,
    }
    const opacityAt = (px: number, py: number) =>
      Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(px - x, py - y)))
    paint(canvas, colour, { opacityAt, box })
  }
}
