import { describe, expect, test } from 'vitest'

import { readFrame } from './pixel-frame.ts'
import {
  buildFile,
  dataSetBytes,
  photographWith,
  type ElementSource,
} from './testing/build-file.ts'
import { pixelsOf, shown, reasonOf, file, deep, colour } from './testing/pixels.ts'

const grey = [0, 10, 20, 30, 40, 50, 60, 255]

describe('grey pixels', () => {
  test.each(['explicit', 'implicit', 'deflated', 'big'] as const)(
    'come as they are: %s',
    (layout) => {
      expect(shown(file(layout))).toEqual(grey)
    },
  )

  test('of a big-endian file that keeps bytes as words are put in order', () => {
    const words = [
      [0, 10],
      [20, 30],
      [40, 50],
      [60, 255],
    ].map(([low = 0, high = 0]) => high * 256 + low)
    expect(shown(file('big', ['7FE00010', 'OW', words]))).toEqual(grey)
  })

  test('in MONOCHROME1 are inverted', () => {
    const inverted = grey.map((value) => 255 - value)
    expect(shown(file('explicit', ['00280004', 'CS', 'MONOCHROME1']))).toEqual(inverted)
  })

  test.each(['explicit', 'implicit', 'big'] as const)(
    'of 12 bits go from the least to the greatest: %s',
    (layout) => {
      expect(shown(file(layout, ...deep))).toEqual([0, 63, 127, 191, 255, 6, 12, 19])
    },
  )

  test('go through the window of the file (PS3.3 C.11.2.1.2)', () => {
    const window: ElementSource[] = [
      ['00281050', 'DS', '2000\\40'],
      ['00281051', 'DS', '2001\\400'],
    ]
    expect(shown(file('explicit', ...deep, ...window))).toEqual([0, 0, 127, 255, 255, 0, 0, 0])
  })

  test.each([
    { shape: 'SIGMOID', width: '1000', grey: [0, 4, 127, 250, 254, 0, 0, 0] },
    { shape: 'LINEAR_EXACT', width: '4000', grey: [0, 63, 127, 191, 255, 6, 12, 19] },
    { shape: 'LINEAR', width: '4001', grey: [0, 63, 127, 191, 255, 6, 12, 19] },
  ])(
    'go through a window of the shape $shape (PS3.3 C.11.2.1.3)',
    ({ shape, width, grey: seen }) => {
      const window: ElementSource[] = [
        ['00281050', 'DS', '2000'],
        ['00281051', 'DS', width],
        ['00281056', 'CS', shape],
      ]
      expect(shown(file('explicit', ...deep, ...window))).toEqual(seen)
    },
  )

  test('go through rescale before the window', () => {
    const changes: ElementSource[] = [
      ['00281052', 'DS', '-1000'],
      ['00281053', 'DS', '2'],
      ['00281050', 'DS', '1000'],
      ['00281051', 'DS', '2001'],
    ]
    expect(shown(file('explicit', ...deep, ...changes)).slice(0, 3)).toEqual([0, 127, 255])
  })

  test('use the table of the file if it has no window', () => {
    const lut = items([
      [
        ['00283002', 'US', [3, 1000, 8]],
        ['00283006', 'OW', [10, 20, 250]],
      ],
    ])
    expect(shown(file('explicit', ...deep, ['00283010', 'SQ', lut]))).toEqual([
      10, 10, 250, 250, 250, 10, 10, 10,
    ])
  })

  test('become the values of the modality table', () => {
    const lut = items([
      [
        ['00283002', 'US', [2, 1999, 16]],
        ['00283006', 'OW', [100, 300]],
      ],
    ])
    expect(shown(file('explicit', ...deep, ['00283000', 'SQ', lut])).slice(0, 4)).toEqual([
      0, 0, 255, 255,
    ])
  })

  test('go through the window of the functional groups', () => {
    const window = items([
      [
        ['00281050', 'DS', '2000'],
        ['00281051', 'DS', '2001'],
      ],
    ])
    const group = items([[['00289132', 'SQ', window]]])
    expect(shown(file('explicit', ...deep, ['52009229', 'SQ', group])).slice(0, 3)).toEqual([
      0, 0, 127,
    ])
  })

  test('may be signed', () => {
    const signed: ElementSource[] = [
      ['00280103', 'US', 1],
      ['7FE00010', 'OW', [-2048, -1024, 0, 1024, 2047, 0, 0, 0]],
    ]
    expect(shown(file('explicit', ...deep, ...signed)).slice(0, 5)).toEqual([0, 63, 127, 191, 255])
  })

  test('of one bit are black and white', () => {
    const bits: ElementSource[] = [
      ['00280100', 'US', 1],
      ['00280101', 'US', 1],
      ['00280102', 'US', 0],
      ['7FE00010', 'OB', [0b1000_0101, 0]],
    ]
    expect(shown(file('explicit', ...bits))).toEqual([255, 0, 255, 0, 0, 0, 0, 255])
  })
})

describe('colour pixels', () => {
  test('come pixel by pixel or plane by plane', () => {
    expect(shown(file('explicit', ...colour('RGB', 0, [1, 2, 3, 4, 5, 6])))).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
    expect(shown(file('explicit', ...colour('RGB', 1, [1, 4, 2, 5, 3, 6])))).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
  })

  test('in YBR_FULL become RGB', () => {
    const ybr = colour('YBR_FULL', 0, [76, 85, 255, 255, 128, 128])
    expect(shown(file('explicit', ...ybr))).toEqual([254, 0, 0, 255, 255, 255])
  })

  test('in YBR_FULL_422 share their colour by twos', () => {
    expect(shown(file('explicit', ...colour('YBR_FULL_422', 0, [76, 255, 85, 255])))).toEqual([
      254, 0, 0, 255, 179, 179,
    ])
  })

  test('are looked up in a palette, whose ends apply beyond it', () => {
    const palette = ['1', '2', '3'].flatMap((channel): ElementSource[] => [
      [`0028110${channel}`, 'US', [3, 10, 16]],
      [`0028120${channel}`, 'OW', [0x0100, 0x8000, 0xff00].map((word) => word + Number(channel))],
    ])
    const places: ElementSource = ['7FE00010', 'OB', [0, 10, 11, 12, 13, 255, 10, 10]]
    const data = shown(file('explicit', ['00280004', 'CS', 'PALETTE COLOR'], places, ...palette))
    expect(data.filter((_, index) => index % 3 === 0)).toEqual([1, 1, 128, 255, 255, 255, 1, 1])
  })
})

test('a palette in segments is expanded (PS3.3 C.7.9.2)', () => {
  const palette = ['1', '2', '3'].flatMap((channel): ElementSource[] => [
    [`0028110${channel}`, 'US', [8, 0, 16]],
    // Two values, a line of three to 1000, and the first segment again; then one more.
    [`0028122${channel}`, 'OW', [0, 2, 0x100, 0x200, 1, 3, 0x800, 2, 1, 0, 0, 0, 1, 0xff00]],
  ])
  const places: ElementSource = ['7FE00010', 'OB', [0, 1, 2, 3, 4, 5, 6, 7]]
  const data = shown(file('explicit', ['00280004', 'CS', 'PALETTE COLOR'], places, ...palette))
  expect(data.filter((_, index) => index % 3 === 0)).toEqual([1, 2, 4, 6, 8, 1, 2, 255])
})

describe('pixels are refused', () => {
  test.each<[string, readonly ElementSource[], string]>([
    ['cut off', [['7FE00010', 'OB', [1, 2, 3, 4]]], 'truncated'],
    ['with frames missing', [['00280008', 'IS', '3']], 'truncated'],
    ['of sides beyond 12,000', [['00280011', 'US', 12_001]], 'too_large'],
    ['of frames below one', [['00280008', 'IS', '-5']], 'malformed'],
    ['of a depth unheard of', [['00280100', 'US', 24]], 'unsupported_pixels'],
    ['of another colour space', [['00280004', 'CS', 'HSV']], 'unsupported_pixels'],
    ['of grey with three colours', [['00280002', 'US', 3]], 'unsupported_pixels'],
    ['of a palette without tables', [['00280004', 'CS', 'PALETTE COLOR']], 'unsupported_pixels'],
  ])('%s', (_, changes, reason) => {
    expect(reasonOf(file('explicit', ...changes))).toBe(reason)
  })

  test('in a transfer syntax that is not decoded, by its name', () => {
    const frame = readFrame(
      pixelsOf(buildFile(photographWith(), 'explicit', '1.2.840.10008.1.2.4.110')),
    )
    expect(frame).toEqual({
      ok: false,
      reason: 'unsupported_transfer_syntax',
      fault: { kind: 'syntax', name: 'JPEG XL Lossless' },
    })
  })
})

/** The items of a sequence. */
function items(contents: readonly (readonly ElementSource[])[]): Uint8Array {
  return Buffer.concat(
    contents.map((elements) => {
      const bytes = dataSetBytes(elements, 'explicit')
      const header = Buffer.from([0xfe, 0xff, 0, 0xe0, 0, 0, 0, 0])
      header.writeUInt32LE(bytes.length, 4)
      return Buffer.concat([header, bytes])
    }),
  )
}
