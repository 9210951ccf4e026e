import type { PixelData } from './pixel-data.ts'
import { inLittleEndian } from './little-endian.ts'
import { RefusalError } from './refusal.ts'
import { concatenate } from './write-elements.ts'

/** The bytes of an uncompressed frame, counted from 0. Throws a RefusalError if it is truncated. */
export function nativeFrame(pixels: PixelData, index: number): Uint8Array {
  const { rows, columns, samplesPerPixel, bitsAllocated, element, numberOfFrames } = pixels
  if (element.fragments !== undefined) {
    throw new RefusalError({ kind: 'encapsulated' })
  }
  // Two pixels of YBR_FULL_422 share their colour: four bytes for both.
  const bitsPerPixel = isSubsampled(pixels) ? 16 : samplesPerPixel * bitsAllocated
  const frameBits = rows * columns * bitsPerPixel
  if (element.value.length < Math.ceil((frameBits * numberOfFrames) / 8)) throw cutOff()
  const start = (frameBits * index) / 8
  if (!Number.isInteger(start)) {
    throw new RefusalError({ kind: 'single_bits' })
  }
  return element.value.subarray(start, start + Math.ceil(frameBits / 8))
}

/**
 * A frame as stored, counted from 0: a codestream, or plain pixels in little endian. Throws a RefusalError if
 * it is truncated.
 */
export function storedFrame(pixels: PixelData, index: number): Uint8Array {
  const { element, isLittleEndian, bitsAllocated } = pixels
  if (element.fragments !== undefined) return encapsulatedFrame(pixels, index)
  const representation = wideRepresentations[bitsAllocated] ?? element.vr ?? 'OW'
  return inLittleEndian(nativeFrame(pixels, index), representation, isLittleEndian)
}

/** For word-sized samples; smaller ones may also be stored in words. */
const wideRepresentations: Readonly<Record<number, string>> = { 16: 'OW', 32: 'OL' }

/** Whether uncompressed pixels are YBR_FULL_422. Throws a RefusalError if they cannot be. */
export function isSubsampled({
  photometricInterpretation,
  columns,
  bitsAllocated,
}: PixelData): boolean {
  if (photometricInterpretation !== 'YBR_FULL_422') return false
  if (columns % 2 === 0 && bitsAllocated === 8) return true
  throw new RefusalError({ kind: 'ybr_422' })
}

/**
 * The bytes of an encapsulated frame, which may span several fragments (PS3.5 A.4): those given by the offset
 * table, or else from one start of a codestream to the next.
 */
export function encapsulatedFrame(pixels: PixelData, index: number): Uint8Array {
  const { element, numberOfFrames } = pixels
  if (element.fragments === undefined) {
    throw new RefusalError({ kind: 'plain' })
  }
  const [table = new Uint8Array(), ...fragments] = element.fragments
  if (element.isCut || fragments.length < numberOfFrames) throw cutOff()
  if (numberOfFrames === 1) return concatenate(fragments)
  const starts =
    fragments.length === numberOfFrames
      ? fragments.map((_, at) => at)
      : (startsByTable(table, fragments, numberOfFrames) ?? startsByMarker(fragments))
  const start = starts[index]
  if (start === undefined) throw cutOff()
  return concatenate(fragments.slice(start, starts[index + 1]))
}

/** The first fragment of each frame; undefined if the table does not match the fragments. */
function startsByTable(
  table: Uint8Array,
  fragments: readonly Uint8Array[],
  numberOfFrames: number,
): number[] | undefined {
  if (table.length < numberOfFrames * 4) return undefined
  const places = new Map<number, number>()
  let offset = 0
  for (const [index, fragment] of fragments.entries()) {
    places.set(offset, index)
    offset += fragment.length + 8
  }
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength)
  const starts = Array.from({ length: numberOfFrames }, (_, frame) =>
    places.get(view.getUint32(frame * 4, true)),
  )
  return starts.every((start) => start !== undefined) ? starts : undefined
}

/** A JPEG begins with FFD8, a JPEG 2000 codestream with FF4F. */
function startsByMarker(fragments: readonly Uint8Array[]): number[] {
  return fragments.flatMap(([first, second], index) =>
    first === 0xff && (second === 0xd8 || second === 0x4f) ? [index] : [],
  )
}

function cutOff(): RefusalError {
  return new RefusalError({ kind: 'cut_pixels' })
}
