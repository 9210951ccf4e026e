import type { Attributes } from './attributes.ts'
import type { PixelData } from './pixel-data.ts'

const lossyJpeg = new Set(['1.2.840.10008.1.2.4.50', '1.2.840.10008.1.2.4.51'])

/**
 * Attributes that mark plain pixels as having been lossily compressed (PS3.3 C.7.6.1.1.5), for a file that
 * shows it only by its transfer syntax; `length` is that of the plain pixels.
 */
export function lossOf({ element, transferSyntax }: PixelData, length: number): Attributes {
  if (!lossyJpeg.has(transferSyntax.uid)) return {}
  const coded = element.fragments?.reduce((sum, each) => sum + each.length, 0) ?? 0
  return {
    LossyImageCompression: '01',
    LossyImageCompressionRatio: (length / Math.max(coded, 1)).toFixed(2),
    LossyImageCompressionMethod: 'ISO_10918_1',
  }
}
