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

/** Bytes whose kind the transfer syntax tells. */
export const anyBytes = 'application/octet-stream'

/** As what the frames of an object can be given: as they are stored, plain ones in little endian. */
export function frameOffers({ transferSyntax }: DicomObject): readonly [Offer, ...Offer[]] {
  const { compression, uid } = transferSyntax
  const isPlain = compression === 'none'
  const offer = { type: anyBytes, transferSyntax: isPlain ? explicitLittleEndian : uid }
  const type = codestreams[compression]
  return type === undefined ? [offer] : [offer, { ...offer, type }]
}

/** Frames by their numbers from 1. @throws {Problem} where there is no such frame */
export function framesOf({ pixels }: DicomObject, numbers: readonly number[]): Uint8Array[] {
  return numbers.map((number) => frameOf(pixels, number))
}

export function allFrames(object: DicomObject): Uint8Array[] {
  const count = object.pixels?.numberOfFrames ?? 0
  return framesOf(
    object,
    Array.from({ length: count }, (_, index) => index + 1),
  )
}

function frameOf(pixels: PixelData | undefined, number: number): Uint8Array {
  if (pixels === undefined || number > pixels.numberOfFrames) {
    throw new Problem('not_found', message('dicomweb.noFrame', { frame: number }))
  }
  const read = orRefusal(() => ({ ok: true as const, bytes: storedFrame(pixels, number - 1) }))
  if (!read.ok) throw unreadable(read)
  return read.bytes
}
