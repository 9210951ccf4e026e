import type { PixelData } from './pixel-data.ts'
import { RefusalError } from './refusal.ts'

interface FrameHeader {
  /** The marker's second byte: C0 baseline, C1 extended, C2 progressive, C3 lossless … */
  readonly process: number
  readonly precision: number
  readonly rows: number
  readonly columns: number
  readonly components: number
  /** Whether a JFIF or Adobe segment says how the colours are stored. */
  readonly statesColour: boolean
}

/**
 * A JPEG frame as any decoder will read it rightly, checked to be of the size that the data set
 * states. Its own JFIF or Adobe segment decides on colour; where it has neither, an Adobe segment
 * is added that says what Photometric Interpretation says. Throws a RefusalError where it is no
 * 8-bit JPEG of Huffman coding, or of another size.
 */
export function prepareJpeg(jpeg: Uint8Array, pixels: PixelData): Uint8Array {
  const header = readFrameHeader(jpeg)
  if (header.process > 0xc2 || header.precision !== 8) {
    throw new RefusalError(
      'unsupported_transfer_syntax',
      `${pixels.transferSyntax.name} with ${header.precision} bits ` +
        '(or lossless) within the JPEG is not supported yet.',
    )
  }
  const { rows, columns, samplesPerPixel } = pixels
  if (header.rows !== rows || header.columns !== columns || header.components !== samplesPerPixel) {
    throw new RefusalError(
      'malformed',
      `The JPEG is ${header.columns} x ${header.rows} with ${header.components} colours, but the ` +
        `file announces ${columns} x ${rows} with ${samplesPerPixel}.`,
    )
  }
  if (header.statesColour || header.components !== 3) return jpeg
  return withAdobeSegment(jpeg, pixels.photometricInterpretation === 'RGB' ? 0 : 1)
}

/** Reads the segments up to the frame header (ITU-T T.81 annex B). */
function readFrameHeader(jpeg: Uint8Array): FrameHeader {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  let statesColour = false
  let at = 2
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) throw damaged('it does not begin as a JPEG')
  while (at + 10 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff) throw damaged('a segment is missing')
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
      }
    }
    const name = String.fromCharCode(...jpeg.subarray(at + 4, at + 9))
    statesColour ||= (marker === 0xe0 && name === 'JFIF\0') || (marker === 0xee && name === 'Adobe')
    at += 2 + view.getUint16(at + 2)
  }
  throw damaged('it ends before its frame header')
}

/** C0 to CF but for the tables (C4, CC) and the extension (C8). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Transform 0 is RGB, 1 is YCbCr. */
function withAdobeSegment(jpeg: Uint8Array, transform: 0 | 1): Uint8Array {
  const name = Array.from('Adobe', (letter) => letter.charCodeAt(0))
  const segment = [0xff, 0xee, 0, 14, ...name, 0, 100, 0, 0, 0, 0, transform]
  const marked = new Uint8Array(jpeg.length + segment.length)
  marked.set(jpeg.subarray(0, 2))
  marked.set(segment, 2)
  marked.set(jpeg.subarray(2), 2 + segment.length)
  return marked
}

function damaged(what: string): RefusalError {
  return new RefusalError('malformed', `The JPEG picture is damaged: ${what}.`)
}
