/** Facts that a JPEG 2000 file states before decoding. */
export interface Jpeg2000Header {
  readonly width: number
  readonly height: number
  /** Bits of a sample of each component. */
  readonly depths: readonly number[]
  readonly isSigned: boolean
  /** Whether each component has a sample for each pixel. */
  readonly isFullResolution: boolean
}

const startOfCodestream = 0xff4f_ff51
const longestHeader = 1 << 20

/**
 * Reads the size marker of a JPEG 2000 codestream, bare or in a JP2 file (ISO/IEC 15444-1, A.5.1 and I.4).
 * Undefined if it is missing or inconsistent.
 */
export function readJpeg2000Header(bytes: Uint8Array): Jpeg2000Header | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = findCodestream(view)
  if (start === undefined || start + 42 > bytes.length) return undefined
  const [right, bottom] = [view.getUint32(start + 8), view.getUint32(start + 12)]
  const [left, top] = [view.getUint32(start + 16), view.getUint32(start + 20)]
  const count = view.getUint16(start + 40)
  if (right <= left || bottom <= top || count === 0) return undefined
  if (start + 42 + count * 3 > bytes.length) return undefined
  const components = Array.from({ length: count }, (_, index) => {
    const at = start + 42 + index * 3
    const precision = view.getUint8(at)
    return {
      depth: (precision & 0x7f) + 1,
      isSigned: precision > 0x7f,
      isFull: view.getUint8(at + 1) === 1 && view.getUint8(at + 2) === 1,
    }
  })
  return {
    width: right - left,
    height: bottom - top,
    depths: components.map(({ depth }) => depth),
    isSigned: components.some(({ isSigned }) => isSigned),
    isFullResolution: components.every(({ isFull }) => isFull),
  }
}

/** Start of the codestream: at once, or in the box that contains it. */
function findCodestream(view: DataView): number | undefined {
  const isAt = (at: number) =>
    at + 4 <= view.byteLength && view.getUint32(at) === startOfCodestream ? at : undefined
  if (isAt(0) === 0) return 0
  let at = 0
  while (at + 16 <= Math.min(view.byteLength, longestHeader)) {
    const length = view.getUint32(at)
    const isLong = length === 1
    const head = isLong ? 16 : 8
    if (view.getUint32(at + 4) === 0x6a703263) return isAt(at + head)
    const size = isLong ? Number(view.getBigUint64(at + 8)) : length
    // A length of 0 means up to the end of the file.
    if (size < head) return undefined
    at += size
  }
  return undefined
}
