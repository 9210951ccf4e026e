import type { Bitmap } from './image.ts'
import { createBitmap } from './image.ts'

/**
 * Smooths the outline of an area. Each pixel is judged by the 2 x reach + 1 pixels along its row and as many
 * along its column: one inside stays if more than a quarter of both together are inside, one outside joins if
 * more than a half are. A straight bar of any direction stays if it is at least 0.36 x reach + 0.2 pixels
 * wide, whereas a majority of a square would remove everything narrower than the reach. Nothing is counted
 * past the border. Uses running sums: the time does not depend on the reach.
 */
export function smoothBitmap(bitmap: Bitmap, reach: number): Bitmap {
  const { width, height, data } = bitmap
  const smooth = createBitmap(bitmap)
  const columns = new Int32Array(width)
  const addRow = (y: number, sign: 1 | -1) => {
    const row = y * width
    for (let x = 0; x < width; x++) columns[x] = (columns[x] ?? 0) + sign * (data[row + x] ?? 0)
  }
  for (let y = 0; y < Math.min(reach, height); y++) addRow(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + reach < height) addRow(y + reach, 1)
    if (y > reach) addRow(y - reach - 1, -1)
    judgeRow(bitmap, { y, reach, columns }, smooth.data)
  }
  return smooth
}

function judgeRow(
  { width, data }: Bitmap,
  { y, reach, columns }: { y: number; reach: number; columns: Int32Array },
  smooth: Uint8Array,
): void {
  const row = y * width
  const half = 2 * reach + 1
  let along = 0
  for (let x = 0; x < Math.min(reach, width); x++) along += data[row + x] ?? 0
  for (let x = 0; x < width; x++) {
    if (x + reach < width) along += data[row + x + reach] ?? 0
    if (x > reach) along -= data[row + x - reach - 1] ?? 0
    const votes = along + (columns[x] ?? 0)
    smooth[row + x] = (data[row + x] === 1 ? 2 * votes : votes) > half ? 1 : 0
  }
}
