import { describe, expect, test } from 'vitest'

import { decodeBmp, readBmpSize, UnreadableBmp } from './bmp.ts'

interface Made {
  width: number
  height: number
  depth: number
  packing?: number
  /** Red, green, blue. */
  palette?: number[][]
  masks?: number[]
  pixels: number[]
}

function bmp({ width, height, depth, packing = 0, palette = [], masks = [], pixels }: Made) {
  const start = 54 + masks.length * 4 + palette.length * 4
  const bytes = new Uint8Array(start + pixels.length)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0x424d)
  view.setUint32(2, bytes.length, true)
  view.setUint32(10, start, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, width, true)
  view.setInt32(22, height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, depth, true)
  view.setUint32(30, packing, true)
  view.setUint32(46, palette.length, true)
  for (const [place, mask] of masks.entries()) view.setUint32(54 + place * 4, mask, true)
  for (const [place, [red = 0, green = 0, blue = 0]] of palette.entries()) {
    bytes.set([blue, green, red, 0], 54 + masks.length * 4 + place * 4)
  }
  bytes.set(pixels, start)
  return bytes
}

const black = [0, 0, 0]
const red = [255, 0, 0]
const green = [0, 255, 0]
const white = [255, 255, 255]
const picture = (...colours: number[][]) => colours.flat()
const colours = (bytes: Uint8Array) => [...decodeBmp(bytes).data]

const withFault = (fault: object) => expect.objectContaining({ fault })

describe('a Windows bitmap', () => {
  test('of 24 bits has its rows from the bottom, unless its height is negative', () => {
    const pixels = [0, 0, 255, 0, 255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0]
    expect(readBmpSize(bmp({ width: 2, height: 2, depth: 24, pixels }))).toEqual({
      width: 2,
      height: 2,
    })
    expect(colours(bmp({ width: 2, height: 2, depth: 24, pixels }))).toEqual(
      picture(white, black, red, green),
    )
    expect(colours(bmp({ width: 2, height: -2, depth: 24, pixels }))).toEqual(
      picture(red, green, white, black),
    )
  })

  test('of 1, 4 and 8 bits takes its colours from its palette', () => {
    const palette = [black, red, green, white]
    const at = { width: 3, height: 1, palette }
    expect(colours(bmp({ ...at, depth: 1, pixels: [0b01000000, 0, 0, 0] }))).toEqual(
      picture(black, red, black),
    )
    expect(colours(bmp({ ...at, depth: 4, pixels: [0x12, 0x30, 0, 0] }))).toEqual(
      picture(red, green, white),
    )
    expect(colours(bmp({ ...at, depth: 8, pixels: [3, 2, 9, 0] }))).toEqual(
      picture(white, green, black),
    )
  })

  test('of 16 and 32 bits has its channels at its masks', () => {
    const at = { width: 1, height: 1 }
    expect(colours(bmp({ ...at, depth: 16, pixels: [0x00, 0x7c, 0, 0] }))).toEqual(red)
    const masks = [0xf800, 0x07e0, 0x001f]
    const pixels = [0xe0, 0x07, 0, 0]
    expect(colours(bmp({ ...at, depth: 16, packing: 3, masks, pixels }))).toEqual(green)
    expect(colours(bmp({ ...at, depth: 32, pixels: [1, 2, 3, 99] }))).toEqual([3, 2, 1])
    const swapped = [0xff, 0xff00, 0xff000000]
    const packed = { ...at, depth: 32, packing: 3, masks: swapped, pixels: [1, 2, 99, 3] }
    expect(colours(bmp(packed))).toEqual([1, 2, 3])
  })

  test('of run lengths is unpacked: runs, single pixels, jumps, ends of lines', () => {
    const palette = [black, red, green, white]
    const at = { width: 4, height: 2, palette }
    const runs8 = [3, 1, 0, 0, 0, 3, 2, 3, 2, 0, 0, 1]
    expect(colours(bmp({ ...at, depth: 8, packing: 1, pixels: runs8 }))).toEqual(
      picture(green, white, green, black, red, red, red, black),
    )
    const jump = [0, 2, 2, 1, 2, 3, 0, 1]
    expect(colours(bmp({ ...at, depth: 8, packing: 1, pixels: jump }))).toEqual(
      picture(black, black, white, white, black, black, black, black),
    )
    const runs4 = [3, 0x12, 0, 0, 0, 3, 0x23, 0x10, 0, 1]
    expect(colours(bmp({ ...at, depth: 4, packing: 2, pixels: runs4 }))).toEqual(
      picture(green, white, red, black, red, green, red, black),
    )
  })

  test('that is cut off, of another kind or none at all is refused', () => {
    const whole = bmp({ width: 2, height: 2, depth: 24, pixels: Array<number>(16).fill(7) })
    for (let length = 0; length < whole.length; length++) {
      expect(() => decodeBmp(whole.subarray(0, length))).toThrow(UnreadableBmp)
    }
    const runs = bmp({ width: 4, height: 4, depth: 8, packing: 1, palette: [red], pixels: [4, 0] })
    expect(() => decodeBmp(runs)).toThrow(withFault({ kind: 'cut_pixels' }))
    expect(() =>
      decodeBmp(bmp({ width: 1, height: 1, depth: 24, packing: 4, pixels: [] })),
    ).toThrow(withFault({ kind: 'packing', packing: 4, depth: 24 }))
  })
})
