import type { Attributes } from '../attributes.ts'
import { encapsulatedFrame, nativeFrame } from '../frames.ts'
import type { PixelData } from '../pixel-data.ts'
import { stripCodestream } from './strip-codestream.ts'

/**
 * The pixels as written to the copy: little endian, and nothing else. Compressed frames lose their comments.
 * Throws a RefusalError if frames are missing.
 */
export function plainPixelData(pixels: PixelData): Attributes['PixelData'] {
  const { element, numberOfFrames } = pixels
  if (element.fragments === undefined) return plainBytes(pixels)
  return {
    frames: Array.from({ length: numberOfFrames }, (_, frame) =>
      stripCodestream(encapsulatedFrame(pixels, frame)),
    ),
  }
}

function plainBytes(pixels: PixelData): Uint8Array {
  const { rows, columns, samplesPerPixel, bitsAllocated, numberOfFrames, element } = pixels
  const isSubsampled = pixels.photometricInterpretation === 'YBR_FULL_422'
  const bitsPerPixel = isSubsampled ? 2 * bitsAllocated : samplesPerPixel * bitsAllocated
  // Drop any bytes after the last pixel.
  const bytes = element.value.subarray(
    0,
    Math.ceil((rows * columns * bitsPerPixel * numberOfFrames) / 8),
  )
  // Throws if one is missing.
  nativeFrame(pixels, numberOfFrames - 1)
  const size = bitsAllocated <= 8 && element.vr !== 'OW' ? 1 : Math.max(bitsAllocated / 8, 2)
  if (pixels.isLittleEndian || size === 1) return bytes
  return bytes.map((_, at) => element.value[at - (at % size) + (size - 1 - (at % size))] ?? 0)
}
