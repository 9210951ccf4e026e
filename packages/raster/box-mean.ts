import type { Bitmap, GreyImage } from './image.ts'
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

/** The mean over only the pixels of a mask; 0 if the neighbourhood has none of them. */
export function maskedBoxMean(image: GreyImage, mask: Bitmap, radius: number): GreyImage {
  return boxMeanWithin(mask, radius)(image)
}

/** `maskedBoxMean` for many images: the part that depends only on the mask is computed once. */
export function boxMeanWithin(mask: Bitmap, radius: number): (image: GreyImage) => GreyImage {
  const { width, height } = mask
  const shares = new Float32Array(mask.data)
  const rows = new Float32Array(shares.length)
  const counts = new Float32Array(shares.length)
  sumRows(shares, { shares, width, radius, out: rows })
  sumColumns(rows, { width, radius, out: counts })
  return ({ data }) => {
    const means = new Float32Array(data.length)
    sumRows(data, { shares, width, radius, out: rows })
    sumColumns(rows, { width, radius, out: means })
    for (let i = 0; i < means.length; i++) {
      const count = counts[i] ?? 0
      means[i] = count === 0 ? 0 : (means[i] ?? 0) / count
    }
    return { width, height, data: means }
  }
}

interface Sums {
  readonly width: number
  readonly radius: number
  readonly out: Float32Array
}

/** Sums of the mask, as a share of each pixel. */
function sumRows(
  data: Float32Array,
  { shares, width, radius, out }: Sums & { readonly shares: Float32Array },
): void {
  // Zero padding on both sides avoids bounds checks.
  const shown = new Float32Array(width + 2 * radius + 1)
  for (let row = 0; row < data.length; row += width) {
    for (let x = 0; x < width; x++) {
      shown[x + radius + 1] = (data[row + x] ?? 0) * (shares[row + x] ?? 0)
    }
    let sum = 0
    for (let x = 0; x < 2 * radius + 1; x++) sum += shown[x] ?? 0
    for (let x = 0; x < width; x++) {
      sum += shown[x + 2 * radius + 1] ?? 0
      sum -= shown[x] ?? 0
      out[row + x] = sum
    }
  }
}

/** All columns at once, row by row, as the pixels lie in memory. */
function sumColumns(data: Float32Array, { width, radius, out }: Sums): void {
  const sums = new Float64Array(width)
  const nothing = new Float32Array(width)
  const height = data.length / width
  const rowAt = (y: number): Float32Array =>
    y < 0 || y >= height ? nothing : data.subarray(y * width, (y + 1) * width)
  for (let y = -radius; y < height; y++) {
    slide(sums, rowAt(y + radius), rowAt(y - radius - 1))
    if (y >= 0) out.set(sums, y * width)
  }
}

function slide(sums: Float64Array, coming: Float32Array, going: Float32Array): void {
  for (let x = 0; x < sums.length; x++) {
    sums[x] = (sums[x] ?? 0) + (coming[x] ?? 0) - (going[x] ?? 0)
  }
}
