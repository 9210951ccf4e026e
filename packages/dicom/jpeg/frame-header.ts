import { type JpegFault, RefusalError } from '../refusal.ts'

/** A JPEG's frame header (ITU-T T.81 B.2.2). */
export interface FrameHeader {
  /** The marker's second byte: C0 baseline, C1 extended, C2 progressive, C3 lossless, F7 JPEG-LS … */
  readonly process: number
  readonly precision: number
  readonly rows: number
  readonly columns: number
  readonly components: number
  /** Whether a JFIF or Adobe segment says how the colours are stored. */
  readonly statesColour: boolean
  /** From an Adobe segment: 0 for RGB, 1 for YCbCr. */
  readonly adobeTransform: number | undefined
}

/** Reads the segments up to the frame header. Throws a RefusalError if there is none. */
export function readFrameHeader(jpeg: Uint8Array): FrameHeader {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  let statesColour = false
  let adobeTransform: number | undefined
  let at = 2
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) throw damagedJpeg({ kind: 'start' })
  while (at + 10 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff) throw damagedJpeg({ kind: 'segment' })
    if (marker === 0xff) {
      at++
      continue
    }
    if (isFrameHeader(marker)) {
      return {
        process: marker,
        precision: view.getUint8(at + 4),
        rows: view.getUint16(at + 5),
        columns: view.getUint16(at + 7),
        components: view.getUint8(at + 9),
        statesColour,
        adobeTransform,
      }
    }
    const name = String.fromCharCode(...jpeg.subarray(at + 4, at + 9))
    statesColour ||= (marker === 0xe0 && name === 'JFIF\0') || (marker === 0xee && name === 'Adobe')
    if (marker === 0xee && name === 'Adobe') adobeTransform = jpeg[at + 15]
    at += 2 + view.getUint16(at + 2)
  }
  throw damagedJpeg({ kind: 'no_header' })
}

/** C0 to CF but for the tables (C4, CC) and the extension (C8), and F7 (ITU-T T.87). */
function isFrameHeader(marker: number): boolean {
  if (marker === 0xf7) return true
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/**
 * The JPEG with an Adobe segment, by which every decoder reads its colours rightly: transform 0 is
 * RGB, 1 is YCbCr.
 */
export function withAdobeSegment(jpeg: Uint8Array, transform: 0 | 1): Uint8Array {
  const name = Array.from('Adobe', (letter) => letter.charCodeAt(0))
  const segment = [0xff, 0xee, 0, 14, ...name, 0, 100, 0, 0, 0, 0, transform]
  const marked = new Uint8Array(jpeg.length + segment.length)
  marked.set(jpeg.subarray(0, 2))
  marked.set(segment, 2)
  marked.set(jpeg.subarray(2), 2 + segment.length)
  return marked
}

export function damagedJpeg(why: JpegFault): RefusalError {
  return new RefusalError({ kind: 'jpeg', why })
}
