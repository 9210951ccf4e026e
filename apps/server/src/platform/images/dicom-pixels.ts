import { inflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { firstFrame, pictureOfJpeg } from '#dicom/pixel-frame'
import type { PixelData } from '#dicom/pixel-data'
import { readInstance, type DicomSupport, type ReadResult } from '#dicom/read-instance'
import type { Refusal } from '#dicom/refusal'
import type { Picture } from '#dicom/render'

export type DecodedDicom = { readonly ok: true; readonly pixels: Picture } | Refusal

/** What Node has to offer to the reader of DICOM files. */
const support: DicomSupport = {
  inflate(bytes, maximumLength) {
    try {
      return inflateRawSync(bytes, { maxOutputLength: maximumLength })
    } catch {
      return undefined
    }
  },
  decodeBytes: (bytes, label) => new TextDecoder(label).decode(bytes),
}

/** Reads the attributes of a DICOM file; the pixels stay undecoded. Never throws. */
export function readDicom(bytes: Uint8Array): ReadResult {
  return readInstance(bytes, support)
}

/**
 * The first frame of a DICOM file as 8-bit grey or RGB, in its own geometry. What is no DICOM, has
 * no picture, is damaged, too large, or in a transfer syntax that is not decoded comes back as a
 * refusal with a reason for people; nothing is thrown.
 */
export async function decodeDicom(bytes: Uint8Array): Promise<DecodedDicom> {
  const read = readDicom(bytes)
  if (!read.ok) return read
  const { pixels } = read.instance
  if (pixels === undefined) {
    return { ok: false, reason: 'no_pixels', detail: 'The DICOM file holds no picture.' }
  }
  const frame = firstFrame(pixels)
  if (!frame.ok) return frame
  if (frame.form === 'picture') return { ok: true, pixels: frame.picture }
  return decodeJpeg(frame.jpeg, pixels)
}

async function decodeJpeg(jpeg: Uint8Array, pixels: PixelData): Promise<DecodedDicom> {
  try {
    // The size is checked by now; a colour profile or orientation is no business of DICOM's pixels.
    const image = sharp(jpeg, { failOn: 'error', ignoreIcc: true, limitInputPixels: 12_000 ** 2 })
    const grey = pixels.samplesPerPixel === 1
    const decoded = await image
      .toColourspace(grey ? 'b-w' : 'srgb')
      .raw()
      .toBuffer()
    return { ok: true, pixels: pictureOfJpeg(decoded, pixels) }
  } catch {
    return { ok: false, reason: 'malformed', detail: 'The JPEG within the file is damaged.' }
  }
}
