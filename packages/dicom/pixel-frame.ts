import { checkPixels } from './check-pixels.ts'
import { encapsulatedFrame, isSubsampled, nativeFrame } from './frames.ts'
import { decodeExtendedJpeg } from './jpeg/extended.ts'
import { readFrameHeader, withAdobeSegment, type FrameHeader } from './jpeg/frame-header.ts'
import { decodeLosslessJpeg } from './jpeg/lossless.ts'
import type { PixelData } from './pixel-data.ts'
import { orRefusal, RefusalError, type Refusal } from './refusal.ts'
import { renderColour, renderGrey, renderPalette, type Picture } from './render.ts'
import { decodeRleFrame } from './rle-frame.ts'
import { readSamples, samplesOfPlanes, type Samples } from './samples.ts'

/** A frame: a picture, or a codestream still to be decoded. */
export type FrameResult =
  | { readonly ok: true; readonly form: 'picture'; readonly picture: Picture }
  | CodedFrame
  | Refusal

/**
 * A codestream for an external decoder. A `jpeg` states how its colours are stored, which
 * determines its decoding to grey or RGB; the others are decoded to raw samples.
 */
export interface CodedFrame {
  readonly ok: true
  readonly form: 'coded'
  readonly codec: 'jpeg' | 'jpeg-ls' | 'jpeg2000'
  readonly bytes: Uint8Array
}

/** A decoded codestream: unsigned numbers; negative ones are stored plus 2 ** precision. */
export interface DecodedFrame {
  readonly values: Uint8Array | Uint16Array
  readonly precision: number
  /** Whether colours are planar rather than interleaved by pixel. */
  readonly isPlanar: boolean
  /** Whether colours are RGB, regardless of Photometric Interpretation. */
  readonly isRgb: boolean
}

/** The samples of a frame as stored, and their description. */
export interface FrameSamples {
  readonly ok: true
  readonly form: 'samples'
  readonly samples: Samples
  /** How these samples are to be read: a codestream knows better than the data set. */
  readonly pixels: PixelData
  /** Whether they come out of a codestream of `pixels.bitsStored` bits, and not as allocated. */
  readonly isDecoded: boolean
}

/**
 * A frame, counted from 0, as 8-bit grey or RGB in its own geometry. Never throws: truncated, oversized or
 * unsupported frames are returned as a refusal that names the fault.
 */
export function readFrame(pixels: PixelData, index = 0): FrameResult {
  const read = readFrameSamples(pixels, index)
  if (!read.ok || read.form === 'coded') return read
  return orRefusal(() => ({ ok: true, form: 'picture', picture: render(read) }))
}

/** The samples of a frame, counted from 0, before they are shown. Never throws: see `readFrame`. */
export function readFrameSamples(
  pixels: PixelData,
  index: number,
): FrameSamples | CodedFrame | Refusal {
  return orRefusal(() => {
    const { compression, name } = pixels.transferSyntax
    if (compression === 'other') {
      throw new RefusalError({ kind: 'syntax', name })
    }
    checkPixels(pixels)
    if (index >= pixels.numberOfFrames) {
      throw new RefusalError({ kind: 'no_frame', number: index + 1 })
    }
    switch (compression) {
      case 'none': {
        const frame = nativeFrame(pixels, index)
        return asAllocated(readSamples(frame, pixels, isSubsampled(pixels)), pixels)
      }
      case 'rle':
        return asAllocated(rleSamples(encapsulatedFrame(pixels, index), pixels), pixels)
      case 'jpeg':
        return readJpeg(encapsulatedFrame(pixels, index), pixels)
      case 'jpeg-ls': {
        const bytes = encapsulatedFrame(pixels, index)
        checkSize(readFrameHeader(bytes), pixels)
        return { ok: true, form: 'coded', codec: compression, bytes }
      }
      case 'jpeg2000':
        return {
          ok: true,
          form: 'coded',
          codec: compression,
          bytes: encapsulatedFrame(pixels, index),
        }
    }
  })
}

/**
 * The samples of a codestream that was decoded outside. Throws a RangeError on another number of
 * values than the size asks.
 */
export function samplesOfDecoded(decoded: DecodedFrame, pixels: PixelData): FrameSamples {
  const { rows, columns, samplesPerPixel, photometricInterpretation: photometric } = pixels
  const { values, precision, isPlanar } = decoded
  const count = rows * columns
  if (values.length !== count * samplesPerPixel) {
    throw new RangeError(`${values.length} values do not make ${columns} x ${rows} pixels.`)
  }
  // These codecs undo their own colour transform: the result is RGB.
  const isRgb = photometric === 'YBR_RCT' || photometric === 'YBR_ICT' || decoded.isRgb
  const steps = isPlanar
    ? { pixelStep: 1, sampleStep: count }
    : { pixelStep: samplesPerPixel, sampleStep: 1 }
  return {
    ok: true,
    form: 'samples',
    samples: { values, ...steps },
    pixels: {
      ...pixels,
      bitsAllocated: precision <= 8 ? 8 : 16,
      bitsStored: precision,
      highBit: precision - 1,
      photometricInterpretation: isRgb && samplesPerPixel === 3 ? 'RGB' : photometric,
    },
    isDecoded: true,
  }
}

function asAllocated(samples: Samples, pixels: PixelData): FrameSamples {
  return { ok: true, form: 'samples', samples, pixels, isDecoded: false }
}

/** Samples converted for display. Throws a RefusalError if a palette is missing. */
export function render({ samples, pixels }: FrameSamples): Picture {
  const { photometricInterpretation: photometric, palette } = pixels
  if (photometric === 'PALETTE COLOR') {
    if (palette === undefined) {
      throw new RefusalError({ kind: 'palette' })
    }
    return renderPalette(samples, pixels, palette)
  }
  const isGrey = pixels.samplesPerPixel === 1
  return isGrey ? renderGrey(samples, pixels) : renderColour(samples, pixels)
}

function rleSamples(frame: Uint8Array, pixels: PixelData): Samples {
  const { rows, columns, samplesPerPixel, bitsAllocated } = pixels
  if (bitsAllocated === 1) {
    throw new RefusalError({ kind: 'rle_of_bits' })
  }
  const segments = (samplesPerPixel * bitsAllocated) / 8
  return samplesOfPlanes(decodeRleFrame(frame, segments, rows * columns), pixels)
}

/** 8 bits of Huffman coding are left to a fast decoder; lossless and 12-bit ones are decoded here. */
function readJpeg(jpeg: Uint8Array, pixels: PixelData): FrameSamples | CodedFrame {
  const header = readFrameHeader(jpeg)
  checkSize(header, pixels)
  const { process, precision, components } = header
  if (process === 0xc3) {
    return ownSamples({ values: decodeLosslessJpeg(jpeg, header), precision }, pixels)
  }
  if (process === 0xc1 && precision === 12) {
    return ownSamples({ values: decodeExtendedJpeg(jpeg, header), precision }, pixels)
  }
  if (process > 0xc2 || precision !== 8) {
    throw new RefusalError({ kind: 'jpeg_process', process, bits: precision })
  }
  // Its own JFIF or Adobe segment decides on colour, else Photometric Interpretation.
  const isMarked = header.statesColour || components !== 3
  const transform = pixels.photometricInterpretation === 'RGB' ? 0 : 1
  const bytes = isMarked ? jpeg : withAdobeSegment(jpeg, transform)
  return { ok: true, form: 'coded', codec: 'jpeg', bytes }
}

function ownSamples(
  decoded: Pick<DecodedFrame, 'values' | 'precision'>,
  pixels: PixelData,
): FrameSamples {
  return samplesOfDecoded({ ...decoded, isPlanar: false, isRgb: false }, pixels)
}

function checkSize(header: FrameHeader, { rows, columns, samplesPerPixel }: PixelData): void {
  if (header.rows === rows && header.columns === columns && header.components === samplesPerPixel) {
    return
  }
  throw new RefusalError({
    kind: 'jpeg_size',
    inJpeg: { columns: header.columns, rows: header.rows, colours: header.components },
    inFile: { columns, rows, colours: samplesPerPixel },
  })
}
