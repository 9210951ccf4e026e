import type { Bitmap, GreyImage, Size } from './image.ts'
import { createBitmap } from './image.ts'

/**
 * The mean of each pixel's square neighbourhood of 2 x radius + 1 pixels a side. Past the image's
 * border nothing is counted. Running sums: the time does not depend on the radius.
 */
export function boxMean(image: GreyImage, radius: number): GreyImage {
  const everywhere = createBitmap(image)
  everywhere.data.fill(1)
  return maskedBoxMean(image, everywhere, radius)
}

/** The same over the pixels of a mask alone; 0 where the neighbourhood has none of them. */
export function maskedBoxMean(image: GreyImage, mask: Bitmap, radius: number): GreyImage {
  return boxMeanWithin(mask, radius)(image)
}

/** `maskedBoxMean` for many images: what the mask alone says is worked out once. */
export function boxMeanWithin(mask: Bitmap, radius: number): (image: GreyImage) => GreyImage {
  const rows = new Float32Array(mask.data.length)
  const counts = new Float32Array(mask.data.length)
  sumRows(mask.data, { mask, radius, out: rows })
  sumColumns(rows, { size: mask, radius, out: counts })
  return ({ data }) => {
    const means = new Float32Array(data.length)
    sumRows(data, { mask, radius, out: rows })
    sumColumns(rows, { size: mask, radius, out: means })
    for (let i = 0; i < means.length; i++) {
      const count = counts[i] ?? 0
      means[i] = count === 0 ? 0 : (means[i] ?? 0) / count
    }
    return { width: mask.width, height: mask.height, data: means }
  }
}

interface Sums {
  readonly radius: number
  readonly out: Float32Array
}

/** Of what a mask shows. */
function sumRows(
  data: Float32Array | Uint8Array,
  { mask, radius, out }: Sums & { readonly mask: Bitmap },
): void {
  const { width } = mask
  const shown = new Float32Array(width)
  for (let row = 0; row < data.length; row += width) {
    for (let x = 0; x < width; x++) shown[x] = (data[row + x] ?? 0) * (mask.data[row + x] ?? 0)
    let sum = 0
    for (let x = 0; x < Math.min(radius, width); x++) sum += shown[x] ?? 0
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += shown[x + radius] ?? 0
      if (x > radius) sum -= shown[x - radius - 1] ?? 0
      out[row + x] = sum
    }
  }
}

/** All columns at once, row by row, as the pixels lie in memory. */
function sumColumns(
  data: Float32Array,
  { size: { width, height }, radius, out }: Sums & { readonly size: Size },
): void {
  const sums = new Float64Array(width)
  for (let y = -radius; y < height; y++) {
    if (y + radius < height) addRow(sums, data, { y: y + radius, sign: 1 })
    if (y > radius) addRow(sums, data, { y: y - radius - 1, sign: -1 })
    if (y >= 0) out.set(sums, y * width)
  }
}

function addRow(
  sums: Float64Array,
  data: Float32Array,
  { y, sign }: { y: number; sign: 1 | -1 },
): void {
  const row = y * sums.length
  for (let x = 0; x < sums.length; x++) sums[x] = (sums[x] ?? 0) + sign * (data[row + x] ?? 0)
}
