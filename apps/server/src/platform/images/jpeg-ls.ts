import openCodec from '@cornerstonejs/codec-charls/decodewasmjs'

import type { DecodedFrame } from '#dicom/pixel-frame'

const silent = (): void => undefined
let codec: ReturnType<typeof openCodec> | undefined

/**
 * Decodes a JPEG-LS codestream (ITU-T T.87) with CharLS, lossless or near-lossless. Its memory
 * grows with the size in the header, which the caller has checked. Rejects damaged input with an
 * unreadable error: the codec throws addresses in its memory.
 */
export async function decodeJpegLs(bytes: Uint8Array): Promise<DecodedFrame> {
  codec ??= openCodec({ print: silent, printErr: silent })
  const decoder = new (await codec).JpegLSDecoder()
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes)
    decoder.decode()
    const { bitsPerSample: precision } = decoder.getFrameInfo()
    // Copied, because the codec reuses its memory.
    const copy = Uint8Array.from(decoder.getDecodedBuffer())
    const values = precision <= 8 ? copy : new Uint16Array(copy.buffer)
    return { values, precision, isPlanar: decoder.getInterleaveMode() === 0, isRgb: false }
  } finally {
    decoder.delete()
  }
}
