import { storedFrame } from '#dicom/frames'
import type { PixelData } from '#dicom/pixel-data'
import { orRefusal } from '#dicom/refusal'
import { explicitLittleEndian, type PixelCompression } from '#dicom/transfer-syntax'
import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'
import type { Offer } from './choose-type.ts'
import { unreadable, type DicomObject } from './read-object.ts'

/** Media types of codestreams (PS3.18 table 8.7.3-5). */
const codestreams: Readonly<Record<PixelCompression, string | undefined>> = {
  none: undefined,
  other: undefined,
  rle: 'image/dicom-rle',
  jpeg: 'image/jpeg',
  'jpeg-ls': 'image/jls',
  jpeg2000: 'image/jp2',
}

/** Bytes whose format follows from the transfer syntax. */
export const anyBytes = 'application/octet-stream'

/** Media types in which the frames of an object are available: as stored, or decoded. */
export function frameOffers({ transferSyntax }: DicomObject): readonly Offer[] {
  const { compression, uid } = transferSyntax
  const plain = { type: anyBytes, transferSyntax: explicitLittleEndian }
  if (compression === 'none') return [plain]
  const stored = { type: anyBytes, transferSyntax: uid }
  const type = codestreams[compression]
  return type === undefined ? [stored] : [stored, { ...stored, type }, plain]
}

/**
 * The numbers of all frames of an object, from 1.
 * @throws {Problem} if the file states more frames than its bytes hold
 */
export function allFrames({ pixels }: DicomObject): number[] {
  if (pixels === undefined) return []
  // A file may state billions of frames: check its bytes before counting that far.
  frameOf(pixels, 1)
  return Array.from({ length: pixels.numberOfFrames }, (_, index) => index + 1)
}

/** Whether frames stored in another form are requested as plain pixels. */
export function areDecoded({ transferSyntax }: DicomObject, wanted: Offer): boolean {
  return transferSyntax.compression !== 'none' && wanted.transferSyntax !== transferSyntax.uid
}

/** Frames by their numbers from 1, as stored. @throws {Problem} if a frame does not exist */
export function storedFrames({ pixels }: DicomObject, numbers: readonly number[]): Uint8Array[] {
  return numbers.map((number) => frameOf(pixels, number))
}

/** Frames by their numbers from 1, as plain pixels. @throws {Problem} if a frame does not exist */
export async function decodedFrames(
  { pixels }: DicomObject,
  numbers: readonly number[],
  decode: (indexes: readonly number[]) => Promise<Uint8Array>,
): Promise<Uint8Array[]> {
  for (const number of numbers) checkNumber(pixels, number)
  const indexes = [...new Set(numbers)].map((number) => number - 1)
  const bytes = await decode(indexes)
  const length = bytes.length / indexes.length
  return numbers.map((number) => {
    const start = indexes.indexOf(number - 1) * length
    return bytes.subarray(start, start + length)
  })
}

function frameOf(pixels: PixelData | undefined, number: number): Uint8Array {
  checkNumber(pixels, number)
  const read = orRefusal(() => ({ ok: true as const, bytes: storedFrame(pixels, number - 1) }))
  if (!read.ok) throw unreadable(read)
  return read.bytes
}

function checkNumber(pixels: PixelData | undefined, number: number): asserts pixels is PixelData {
  if (pixels !== undefined && number <= pixels.numberOfFrames) return
  throw new Problem('not_found', message('dicomweb.noFrame', { frame: number }))
}

/** The numbers of frames, from 1, as an address has them. */
export function numbersOf(frames: string): number[] {
  return frames.split(',').map(Number)
}
