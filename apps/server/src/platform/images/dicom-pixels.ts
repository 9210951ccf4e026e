import { inflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { message } from '#contract/messages/message'
import {
  readFrameSamples,
  render,
  samplesOfDecoded,
  type CodedFrame,
  type DecodedFrame,
  type FrameSamples,
} from '#dicom/pixel-frame'
import type { PixelData, Window } from '#dicom/pixel-data'
import { readInstance, type DicomSupport, type ReadResult } from '#dicom/read-instance'
import { orRefusal } from '#dicom/refusal'
import type { Picture } from '#dicom/render'
import { noPicture } from '#dicom/sop-class'
import { readJpeg2000Header } from '#raster/jpeg2000-header'
import { decodeJpegLs } from './jpeg-ls.ts'
import { decodeJpeg2000Samples, UnreadableJpeg2000 } from './jpeg2000.ts'
import type { DecoderRefusal, FileRefusal } from './refusal.ts'

export type DecodedDicom = { readonly ok: true; readonly pixels: Picture } | FileRefusal

/** Node.js functions for the reader of DICOM files. */
export const dicomSupport: DicomSupport = {
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
  return readInstance(bytes, dicomSupport)
}

/**
 * Decodes a frame of a DICOM file, counted from 0, to 8-bit grey or RGB, in its own geometry; grey passes
 * through the window, if one is given in place of the file's own. Never throws: returns a refusal with a
 * message if the file is not DICOM, has no picture, is damaged, too large, or in an unsupported transfer
 * syntax.
 */
export async function decodeDicom(
  bytes: Uint8Array,
  index = 0,
  window: Window | null = null,
): Promise<DecodedDicom> {
  const read = readDicom(bytes)
  if (!read.ok) return read
  const { pixels, sopClassUid } = read.instance
  if (pixels === undefined) return noPicture(sopClassUid)
  const frame = await decodeSamples(pixels, index)
  if (!frame.ok) return frame
  const shown = window === null ? frame : { ...frame, pixels: { ...frame.pixels, window } }
  return orRefusal(() => ({ ok: true as const, pixels: render(shown) }))
}

/** The samples of a frame, counted from 0, before any window is applied; never throws. */
export async function decodeSamples(
  pixels: PixelData,
  index: number,
): Promise<FrameSamples | FileRefusal> {
  const frame = readFrameSamples(pixels, index)
  if (!frame.ok || frame.form === 'samples') return frame
  try {
    return samplesOfDecoded(await decoders[frame.codec](frame, pixels), pixels)
  } catch (error) {
    return undecodable(error)
  }
}

function undecodable(error: unknown): DecoderRefusal {
  const detail =
    error instanceof UnreadableJpeg2000
      ? message('dicomFiles.codestream', { why: error.told })
      : message('dicomFiles.picture')
  return { ok: false, reason: 'malformed', detail }
}

type DecodeFrame = (frame: CodedFrame, pixels: PixelData) => Promise<DecodedFrame>

const decoders: Readonly<Record<CodedFrame['codec'], DecodeFrame>> = {
  jpeg: decodeJpeg,
  'jpeg-ls': ({ bytes }) => decodeJpegLs(bytes),
  jpeg2000: decodeJpeg2000Frame,
}

/** The size has been checked already. */
async function decodeJpeg({ bytes }: CodedFrame, pixels: PixelData): Promise<DecodedFrame> {
  // Colour profiles and orientation do not apply to DICOM's pixels.
  const image = sharp(bytes, { failOn: 'error', ignoreIcc: true, limitInputPixels: 12_000 ** 2 })
  const isRgb = pixels.samplesPerPixel === 3
  const values = await image
    .toColourspace(isRgb ? 'srgb' : 'b-w')
    .raw()
    .toBuffer()
  return { values, precision: 8, isPlanar: false, isRgb }
}

async function decodeJpeg2000Frame(
  { bytes }: CodedFrame,
  { rows, columns, samplesPerPixel }: PixelData,
): Promise<DecodedFrame> {
  const header = readJpeg2000Header(bytes)
  if (header === undefined) throw new UnreadableJpeg2000(message('pictures.noSize'))
  const isAnnounced =
    header.width === columns && header.height === rows && header.depths.length === samplesPerPixel
  if (!isAnnounced) throw new UnreadableJpeg2000(message('pictures.otherSize'))
  const { values, precision } = await decodeJpeg2000Samples(bytes, header)
  return { values, precision, isPlanar: false, isRgb: false }
}
