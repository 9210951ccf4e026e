import type { Bitmap, GreyImage } from './image.ts'

/**
 * The mean of each pixel's square neighbourhood of 2 x radius + 1 pixels a side. Past the image's
 * border nothing is counted. Running sums: the time does not depend on the radius.
 */
export function boxMean(image: GreyImage, radius: number): GreyImage {
  return divide(boxSum(image, radius), boxSum(onesLike(image), radius))
}

/** The same over the pixels of a mask alone; 0 where the neighbourhood has none of them. */
export function maskedBoxMean(image: GreyImage, mask: Bitmap, radius: number): GreyImage {
  const inside = new Float32Array(mask.data)
  const masked = image.data.map((value, i) => value * (inside[i] ?? 0))
  return divide(
    boxSum({ ...image, data: masked }, radius),
    boxSum({ ...image, data: inside }, radius),
  )
}

function onesLike({ width, height }: GreyImage): GreyImage {
  return { width, height, data: new Float32Array(width * height).fill(1) }
}

function divide(sums: GreyImage, counts: GreyImage): GreyImage {
  const { data } = sums
  for (let i = 0; i < data.length; i++) {
    const count = Math.round(counts.data[i] ?? 0)
    data[i] = count === 0 ? 0 : (data[i] ?? 0) / count
  }
  return sums
}

/** The sum of each pixel's square neighbourhood, without what lies past the image's border. */
function boxSum(image: GreyImage, radius: number): GreyImage {
  return sumColumns(sumRows(image, radius), radius)
}

function sumRows({ width, height, data }: GreyImage, radius: number): GreyImage {
  const out = new Float32Array(data.length)
  for (let row = 0; row < data.length; row += width) {
    let sum = 0
    for (let x = 0; x < Math.min(radius, width); x++) sum += data[row + x] ?? 0
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += data[row + x + radius] ?? 0
      if (x > radius) sum -= data[row + x - radius - 1] ?? 0
      out[row + x] = sum
    }
  }
  return { width, height, data: out }
}

/** All columns at once, row by row, as the pixels lie in memory. */
function sumColumns({ width, height, data }: GreyImage, radius: number): GreyImage {
  const out = new Float32Array(data.length)
  const sums = new Float64Array(width)
  for (let y = -radius; y < height; y++) {
    if (y + radius < height) addRow(sums, data, { y: y + radius, sign: 1 })
    if (y > radius) addRow(sums, data, { y: y - radius - 1, sign: -1 })
    if (y >= 0) out.set(sums, y * width)
  }
  return { width, height, data: out }
}

function addRow(
  sums: Float64Array,
  data: Float32Array,
  { y, sign }: { y: number; sign: 1 | -1 },
): void {
  const row = y * sums.length
  for (let x = 0; x < sums.length; x++) sums[x] = (sums[x] ?? 0) + sign * (data[row + x] ?? 0)
}
