import { describe, expect, test } from 'vitest'

import { readFrame } from './pixel-frame.ts'
import {
  buildFile,
  dataSetBytes,
  encapsulated,
  photographWith,
  type ElementSource,
} from './testing/build-file.ts'
import { colour, deep, pixelsOf, reasonOf, shown } from './testing/pixels.ts'

describe('RLE pixels', () => {
  const rle = '1.2.840.10008.1.2.5'
  const encoded = (data: Uint8Array, ...changes: readonly ElementSource[]): Uint8Array => {
    const head = photographWith(...changes).filter(([tag]) => tag !== '7FE00010')
    return Buffer.concat([buildFile(head, 'explicit', rle), encapsulated(data)])
  }

  test('are expanded, runs and copies', () => {
    expect(shown(encoded(rleFrame([[253, 7, 128, 3, 1, 2, 3, 4]])))).toEqual([
      7, 7, 7, 7, 1, 2, 3, 4,
    ])
  })

  test('of 16 bits come as planes of their bytes, the most significant first', () => {
    const data = rleFrame([
      [7, 0, 3, 7, 11, 15, 0, 0, 1],
      [7, 0, 232, 208, 184, 160, 100, 200, 44],
    ])
    expect(shown(encoded(data, ...deep))).toEqual([0, 63, 127, 191, 255, 6, 12, 19])
  })

  test.each([
    [
      'another number of segments',
      rleFrame([
        [249, 1],
        [249, 1],
      ]),
    ],
    ['a segment that ends early', rleFrame([[3, 1, 2]])],
    ['a segment that is too short', rleFrame([[253, 7]])],
    ['a cut header', rleFrame([[249, 1]]).subarray(0, 40)],
    [
      'segments outside of it',
      Uint8Array.from([1, 0, 0, 0, 255, 255, 255, 255, ...Array(60).fill(0)]),
    ],
  ])('with %s are refused', (_, data) => {
    expect(reasonOf(encoded(data))).toBe('malformed')
  })
})

describe('a JPEG', () => {
  const jfif = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
  test('that states its colours is left unchanged', () => {
    const bytes = jpeg(jfif, sof(0xc0, 8))
    expect(handedOn(within(bytes))).toEqual(bytes)
  })

  test.each([
    ['RGB', 0],
    ['YBR_FULL_422', 1],
  ])('that does not is marked as the file says: %s', (photometric, transform) => {
    const marked = handedOn(within(jpeg(sof(0xc0, 8)), photometric))
    expect(Buffer.from(marked.subarray(2, 11)).toString('latin1')).toBe('\xFF\xEE\0\x0EAdobe')
    expect(marked[17]).toBe(transform)
  })

  test.each([
    ['of another size', jpeg([...sof(0xc0, 8).slice(0, 6), 9, ...sof(0xc0, 8).slice(7)])],
    ['without a frame', jpeg(jfif)],
    ['of nothing', new Uint8Array()],
    ['of noise', Uint8Array.from({ length: 100 }, (_, index) => (index * 37) % 251)],
    ['of lossless coding without data', jpeg(sof(0xc3, 8))],
    ['of 12 bits without tables', jpeg(sof(0xc1, 12), [0xff, 0xda, 0, 6, 1, 1, 0, 0, 0, 0])],
  ])('%s is refused', (_, bytes) => {
    expect(reasonOf(within(bytes))).toBe('malformed')
  })

  test('of arithmetic coding is not supported', () => {
    expect(reasonOf(within(jpeg(sof(0xc9, 8))))).toBe('unsupported_transfer_syntax')
  })

  test('of several fragments is put together, up to the next frame', () => {
    const [first, second] = [jpeg(jfif, sof(0xc0, 8)), jpeg(jfif, sof(0xc0, 8))]
    const head = [...photographWith(...colour('RGB', 0, [0])), ['00280008', 'IS', '2'] as const]
    const twoFrames = Buffer.concat([
      buildFile(
        head.filter(([tag]) => tag !== '7FE00010'),
        'explicit',
        '1.2.840.10008.1.2.4.50',
      ),
      encapsulated(first.subarray(0, 10), first.subarray(10), second),
    ])
    expect(handedOn(twoFrames)).toEqual(Uint8Array.from(first))
    expect(readFrame(pixelsOf(twoFrames), 1)).toMatchObject({ bytes: second })
    expect(readFrame(pixelsOf(twoFrames), 2)).toMatchObject({ reason: 'malformed' })
  })

  test('in a data set that keeps its pixels plain is refused', () => {
    const bytes = Buffer.concat([
      buildFile([], 'explicit', '1.2.840.10008.1.2.4.50'),
      dataSetBytes(photographWith(), 'explicit'),
    ])
    expect(reasonOf(bytes)).toBe('malformed')
  })
})

function rleFrame(segments: number[][]): Uint8Array {
  const header = new DataView(new ArrayBuffer(64))
  header.setUint32(0, segments.length, true)
  let offset = 64
  for (const [index, segment] of segments.entries()) {
    header.setUint32(4 + index * 4, offset, true)
    offset += segment.length
  }
  return Buffer.concat([Buffer.from(header.buffer), Uint8Array.from(segments.flat())])
}

/** The frame header of a JPEG of 2 x 1 pixels in three colours. */
function sof(process: number, precision: number): number[] {
  return [0xff, process, 0, 17, precision, 0, 1, 0, 2, 3, 1, 17, 0, 2, 17, 1, 3, 17, 1]
}

function jpeg(...parts: readonly number[][]): Uint8Array {
  return Uint8Array.from([0xff, 0xd8, ...parts.flat(), 0xff, 0xd9])
}

/** A file of two colour pixels in this codestream. */
function within(codestream: Uint8Array, photometric = 'RGB'): Uint8Array {
  const head = photographWith(...colour(photometric, 0, [0]))
  const plain = head.filter(([tag]) => tag !== '7FE00010')
  return Buffer.concat([
    buildFile(plain, 'explicit', '1.2.840.10008.1.2.4.50'),
    encapsulated(codestream),
  ])
}

function handedOn(bytes: Uint8Array): Uint8Array {
  const frame = readFrame(pixelsOf(bytes))
  if (!frame.ok || frame.form !== 'coded') throw new Error('It is handed on.')
  return frame.bytes
}
