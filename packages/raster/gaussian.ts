import type { GreyImage } from './image.ts'

/** Weights of a filter along one axis; their number is odd and the middle one is at the pixel. */
export type Kernel = Float32Array

/** Filters along x and along y; the result is that of their product as one filter in the plane. */
export interface SeparableKernel {
  readonly alongX: Kernel
  readonly alongY: Kernel
}

/** Number of standard deviations beyond which weights are left out. */
const reach = 3.5

/** A Gaussian with a standard deviation in pixels; the weights sum to 1. */
export function gaussianKernel(sigma: number): Kernel {
  const weights = sampleKernel(sigma, (x) => Math.exp((-x * x) / (2 * sigma * sigma)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

/** First derivative of that Gaussian: a ramp that rises by 1 a pixel gives 1. */
export function gaussianSlopeKernel(sigma: number): Kernel {
  const weights = sampleKernel(sigma, (x) => x * Math.exp((-x * x) / (2 * sigma * sigma)))
  const ramp = weights.reduce((sum, weight, i) => sum + weight * (i - centreOf(weights)), 0)
  return weights.map((weight) => weight / ramp)
}

/** Second derivative of that Gaussian: a constant and a ramp give 0, the parabola x² / 2 gives 1. */
export function gaussianCurvatureKernel(sigma: number): Kernel {
  const variance = sigma * sigma
  const weights = sampleKernel(
    sigma,
    (x) => (x * x - variance) * Math.exp((-x * x) / (2 * variance)),
  )
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
  const balanced = weights.map((weight) => weight - mean)
  const parabola = balanced.reduce(
    (sum, weight, i) => sum + (weight * (i - centreOf(weights)) ** 2) / 2,
    0,
  )
  return balanced.map((weight) => weight / parabola)
}

function centreOf(kernel: Kernel): number {
  return (kernel.length - 1) / 2
}

function sampleKernel(sigma: number, weightAt: (x: number) => number): Kernel {
  const radius = Math.max(1, Math.ceil(reach * sigma))
  return Float32Array.from({ length: 2 * radius + 1 }, (_, i) => weightAt(i - radius))
}

/** The image smoothed by a Gaussian with a standard deviation in pixels. */
export function gaussianBlur(image: GreyImage, sigma: number): GreyImage {
  const kernel = gaussianKernel(sigma)
  return filterSeparable(image, { alongX: kernel, alongY: kernel })
}

/** The image correlated with both filters; past the border the nearest pixel is repeated. */
export function filterSeparable(image: GreyImage, { alongX, alongY }: SeparableKernel): GreyImage {
  return filterColumns(filterRows(image, alongX), alongY)
}

function filterRows({ width, height, data }: GreyImage, kernel: Kernel): GreyImage {
  const radius = centreOf(kernel)
  const out = new Float32Array(data.length)
  const padded = new Float32Array(width + 2 * radius)
  for (let row = 0; row < data.length; row += width) {
    padded.fill(data[row] ?? 0, 0, radius)
    padded.set(data.subarray(row, row + width), radius)
    padded.fill(data[row + width - 1] ?? 0, radius + width)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let tap = 0; tap < kernel.length; tap++)
        sum += (kernel[tap] ?? 0) * (padded[x + tap] ?? 0)
      out[row + x] = sum
    }
  }
  return { width, height, data: out }
}

/** Row by row, as the pixels lie in memory. */
function filterColumns({ width, height, data }: GreyImage, kernel: Kernel): GreyImage {
  const radius = centreOf(kernel)
  const out = new Float32Array(data.length)
  for (let y = 0; y < height; y++) {
    const to = out.subarray(y * width, (y + 1) * width)
    for (let tap = 0; tap < kernel.length; tap++) {
      const weight = kernel[tap] ?? 0
      const from = Math.min(height - 1, Math.max(0, y + tap - radius)) * width
      for (let x = 0; x < width; x++) to[x] = (to[x] ?? 0) + weight * (data[from + x] ?? 0)
    }
  }
  return { width, height, data: out }
}
