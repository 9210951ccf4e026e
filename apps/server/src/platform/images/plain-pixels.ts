import { message } from '#contract/messages/message'
import { readFile } from '#dicom/file'
import type { PixelData } from '#dicom/pixel-data'
import { plainFile, plainFrame, plainPhotometric } from '#dicom/plain-pixels'
import { orRefusal } from '#dicom/refusal'
import { noPicture } from '#dicom/sop-class'

import type { PlainPixels } from './decode-messages.ts'
import { decodeSamples, dicomSupport, readDicom } from './dicom-pixels.ts'
import type { DecoderRefusal, FileRefusal } from './refusal.ts'

type Parts = { readonly ok: true; readonly parts: readonly Uint8Array[] } | FileRefusal

/** Maximum bytes of one frame, which is decoded at once. */
const most = 256 * 2 ** 20

const mostFrames = 64

const tooMany: DecoderRefusal = {
  ok: false,
  reason: 'too_large',
  detail: message('dicomFiles.manyFrames'),
}

/** Yields a DICOM file with its pixels decoded to explicit little endian, in consecutive parts. */
export async function plainPixels(bytes: Uint8Array, wanted: PlainPixels): Promise<Parts> {
  const read = readDicom(bytes)
  if (!read.ok) return read
  const { pixels, sopClassUid } = read.instance
  if (pixels === undefined) return noPicture(sopClassUid)
  if (wanted !== 'file') {
    const decoded = await decodeFrames(pixels, wanted)
    return decoded.ok ? { ok: true, parts: decoded.frames } : decoded
  }
  if (pixels.transferSyntax.compression === 'none') return { ok: true, parts: [bytes] }
  if (pixels.numberOfFrames > mostFrames) return tooMany
  const decoded = await decodeFrames(pixels, [...Array(pixels.numberOfFrames).keys()])
  if (!decoded.ok) return decoded
  return orRefusal(() => {
    const file = readFile(bytes, dicomSupport.inflate)
    return { ok: true as const, parts: plainFile(file, pixels, decoded) }
  })
}

async function decodeFrames(pixels: PixelData, indexes: readonly number[]) {
  const { rows, columns, samplesPerPixel, bitsAllocated } = pixels
  const frames: Uint8Array[] = []
  let photometric = pixels.photometricInterpretation
  const bytes = (rows * columns * samplesPerPixel * bitsAllocated * indexes.length) / 8
  if (indexes.length > mostFrames || bytes > most) return tooMany
  for (const index of indexes) {
    const samples = await decodeSamples(pixels, index)
    if (!samples.ok) return samples
    const plain = orRefusal(() => ({ ok: true as const, bytes: plainFrame(samples, pixels) }))
    if (!plain.ok) return plain
    frames.push(plain.bytes)
    photometric = plainPhotometric(samples)
  }
  return { ok: true, frames, photometric } as const
}
