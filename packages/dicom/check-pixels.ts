import type { PixelData } from './pixel-data.ts'
import { RefusalError } from './refusal.ts'

const longestSide = 12_000
const mostBytes: number = 256 * 2 ** 20
const photometricSamples: Readonly<Record<string, number>> = {
  MONOCHROME1: 1,
  MONOCHROME2: 1,
  'PALETTE COLOR': 1,
  RGB: 3,
  YBR_FULL: 3,
  YBR_FULL_422: 3,
  YBR_RCT: 3,
  YBR_ICT: 3,
}

/**
 * Throws a RefusalError if the description of the pixels is inconsistent, exceeds the limits (sides of
 * 12,000, 256 MB a frame), or is of an unsupported kind.
 */
export function checkPixels(pixels: PixelData): void {
  const { rows, columns, samplesPerPixel, bitsAllocated, bitsStored, highBit } = pixels
  if (![rows, columns, pixels.numberOfFrames].every((side) => Number.isInteger(side) && side > 0)) {
    throw new RefusalError({ kind: 'no_size' })
  }
  const frameBytes = Math.ceil((rows * columns * samplesPerPixel * bitsAllocated) / 8)
  if (Math.max(rows, columns) > longestSide || frameBytes > mostBytes) {
    throw new RefusalError({ kind: 'size', columns, rows, longestSide })
  }
  const isKnownDepth = [1, 8, 16, 32].includes(bitsAllocated)
  const isKnownStorage = bitsStored >= 1 && highBit < bitsAllocated && highBit >= bitsStored - 1
  if (!isKnownDepth || !isKnownStorage || (samplesPerPixel === 3 && bitsAllocated === 1)) {
    throw new RefusalError({
      kind: 'bits',
      stored: bitsStored,
      allocated: bitsAllocated,
      high: highBit,
    })
  }
  const { photometricInterpretation: photometric } = pixels
  if (photometricSamples[photometric] !== samplesPerPixel) {
    throw new RefusalError({ kind: 'samples', photometric, samples: samplesPerPixel })
  }
}
