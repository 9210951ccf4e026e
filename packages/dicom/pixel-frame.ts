import { prepareJpeg } from './jpeg-frame.ts'
import type { PixelData } from './pixel-data.ts'
import { orRefusal, RefusalError, type Refusal } from './refusal.ts'
import { renderColour, renderGrey, renderPalette, type Picture } from './render.ts'
import { decodeRleFrame } from './rle-frame.ts'
import { readSamples, samplesOfPlanes, type Samples } from './samples.ts'

/** The first frame: as a picture, or as a JPEG that is still to be decoded. */
export type FrameResult =
  | { readonly ok: true; readonly form: 'picture'; readonly picture: Picture }
  | { readonly ok: true; readonly form: 'jpeg'; readonly jpeg: Uint8Array }
  | Refusal

const longestSide = 12_000
const mostFrames = 64
const mostBytes: number = 256 * 2 ** 20
const photometricSamples: Readonly<Record<string, number>> = {
  MONOCHROME1: 1,
  MONOCHROME2: 1,
  'PALETTE COLOR': 1,
  RGB: 3,
  YBR_FULL: 3,
  YBR_FULL_422: 3,
}

/**
 * The first frame as 8-bit grey or RGB in its own geometry. Never throws: what is cut off, beyond
 * the limits (sides of 12,000, 64 frames, 256 MB) or in a form that is not read comes back as a
 * refusal that names it.
 */
export function firstFrame(pixels: PixelData): FrameResult {
  return orRefusal(() => {
    const { compression, name } = pixels.transferSyntax
    if (compression === 'other') {
      throw new RefusalError('unsupported_transfer_syntax', `${name} is not supported yet.`)
    }
    checkDescription(pixels)
    if (compression === 'jpeg') {
      return { ok: true, form: 'jpeg', jpeg: prepareJpeg(firstJpeg(pixels), pixels) }
    }
    const samples = compression === 'rle' ? rleSamples(pixels) : nativeSamples(pixels)
    return { ok: true, form: 'picture', picture: render(samples, pixels) }
  })
}

/**
 * The picture of a JPEG frame from its decoded bytes: grey ones through window and inversion,
 * interleaved RGB as they are. Throws a RangeError on another number of bytes than the size asks.
 */
export function pictureOfJpeg(decoded: Uint8Array, pixels: PixelData): Picture {
  const { rows, columns, samplesPerPixel } = pixels
  if (decoded.length !== rows * columns * samplesPerPixel) {
    throw new RangeError(`${decoded.length} bytes do not make ${columns} x ${rows} pixels.`)
  }
  if (samplesPerPixel === 1) {
    return render({ values: decoded, pixelStep: 1, sampleStep: 0 }, { ...pixels, isSigned: false })
  }
  return { width: columns, height: rows, channels: 3, data: decoded }
}

function checkDescription(pixels: PixelData): void {
  const { rows, columns, samplesPerPixel, bitsAllocated, bitsStored, highBit } = pixels
  if (![rows, columns, pixels.numberOfFrames].every((side) => Number.isInteger(side) && side > 0)) {
    throw new RefusalError('malformed', 'The file states no sensible rows, columns or frames.')
  }
  const frameBytes = Math.ceil((rows * columns * samplesPerPixel * bitsAllocated) / 8)
  const isTooLarge = Math.max(rows, columns) > longestSide || frameBytes > mostBytes
  if (isTooLarge || pixels.numberOfFrames > mostFrames) {
    throw new RefusalError(
      'too_large',
      `The picture is too large: ${columns} x ${rows}, ${pixels.numberOfFrames} frames; sides go ` +
        `to ${longestSide}, frames to ${mostFrames}, a frame to 256 MB.`,
    )
  }
  const isKnownDepth = [1, 8, 16, 32].includes(bitsAllocated)
  const isKnownStorage = bitsStored >= 1 && highBit < bitsAllocated && highBit >= bitsStored - 1
  const isColour = samplesPerPixel === 3
  if (!isKnownDepth || !isKnownStorage || (isColour && bitsAllocated === 1)) {
    throw new RefusalError(
      'unsupported_pixels',
      `Pixels of ${bitsStored} bits in ${bitsAllocated}, up to bit ${highBit}, are not supported.`,
    )
  }
  const { photometricInterpretation: photometric } = pixels
  if (photometricSamples[photometric] !== samplesPerPixel) {
    throw new RefusalError(
      'unsupported_pixels',
      `'${photometric}' pixels with ${samplesPerPixel} samples are not supported.`,
    )
  }
}

function render(samples: Samples, pixels: PixelData): Picture {
  const { photometricInterpretation: photometric, palette } = pixels
  if (photometric === 'PALETTE COLOR') {
    if (palette === undefined) {
      throw new RefusalError('unsupported_pixels', 'The file has no plain palette.')
    }
    return renderPalette(samples, pixels, palette)
  }
  const isGrey = pixels.samplesPerPixel === 1
  return isGrey ? renderGrey(samples, pixels) : renderColour(samples, pixels)
}

function nativeSamples(pixels: PixelData): Samples {
  const { rows, columns, samplesPerPixel, bitsAllocated, element, numberOfFrames } = pixels
  if (element.fragments !== undefined) {
    throw new RefusalError('malformed', 'The pixels are encapsulated, but announced as plain.')
  }
  // Two pixels of YBR_FULL_422 share their colour: four bytes for both.
  const isSubsampled = pixels.photometricInterpretation === 'YBR_FULL_422'
  if (isSubsampled && (columns % 2 === 1 || bitsAllocated !== 8)) {
    throw new RefusalError('unsupported_pixels', 'YBR_FULL_422 needs even columns of 8 bits.')
  }
  const bitsPerPixel = isSubsampled ? 16 : samplesPerPixel * bitsAllocated
  const frameBytes = (rows * columns * bitsPerPixel) / 8
  if (element.value.length < Math.ceil(frameBytes * numberOfFrames)) throw cutOff()
  return readSamples(element.value.subarray(0, Math.ceil(frameBytes)), pixels, isSubsampled)
}

function rleSamples(pixels: PixelData): Samples {
  const { rows, columns, samplesPerPixel, bitsAllocated } = pixels
  if (bitsAllocated === 1) {
    throw new RefusalError('unsupported_pixels', 'RLE of single bits is not supported.')
  }
  const [frame] = fragmentsOf(pixels)
  if (frame === undefined) throw cutOff()
  const segments = (samplesPerPixel * bitsAllocated) / 8
  return samplesOfPlanes(decodeRleFrame(frame, segments, rows * columns), pixels)
}

/** The fragments after the offset table. A file that ends within them is refused as cut off. */
function fragmentsOf({ element, numberOfFrames }: PixelData): readonly Uint8Array[] {
  if (element.fragments === undefined) {
    throw new RefusalError('malformed', 'The pixels are plain, but announced as encapsulated.')
  }
  const fragments = element.fragments.slice(1)
  if (element.isCut || fragments.length < numberOfFrames) throw cutOff()
  return fragments
}

/** One frame may lie in several fragments; each JPEG begins with its start-of-image marker. */
function firstJpeg(pixels: PixelData): Uint8Array {
  const fragments = fragmentsOf(pixels)
  const next = fragments.findIndex(
    (fragment, index) => index > 0 && fragment[0] === 0xff && fragment[1] === 0xd8,
  )
  const own = pixels.numberOfFrames === 1 || next < 0 ? fragments : fragments.slice(0, next)
  const jpeg = new Uint8Array(own.reduce((length, fragment) => length + fragment.length, 0))
  let at = 0
  for (const fragment of own) {
    jpeg.set(fragment, at)
    at += fragment.length
  }
  return jpeg
}

function cutOff(): RefusalError {
  return new RefusalError('truncated', 'The file ends within its pixels: it is not whole.')
}
