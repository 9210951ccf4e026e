import type { GreyImage } from './image.ts'

/**
 * The value at a place in image pixels, linear between the centres of the nearest four pixels; past
 * the border that of the nearest pixel.
 */
export function sampleAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const left = Math.min(width - 1, Math.max(0, x - 0.5))
  const top = Math.min(height - 1, Math.max(0, y - 0.5))
  const column = Math.min(width - 2, Math.floor(left))
  const row = Math.min(height - 2, Math.floor(top))
  const [tx, ty] = [left - column, top - row]
  const at = row * width + column
  const above = (data[at] ?? 0) * (1 - tx) + (data[at + 1] ?? 0) * tx
  const below = (data[at + width] ?? 0) * (1 - tx) + (data[at + width + 1] ?? 0) * tx
  return above * (1 - ty) + below * ty
}
