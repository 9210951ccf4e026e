import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeBitmap, rleArea, type Rle } from '#coco/rle'
import { DamagedAnnotation } from './labelled-image.ts'
import { labelStudioOfMask, maskOfLabelStudio } from './label-studio-runs.ts'
import { boxedRunsOfMask, maskOfBoxedRuns } from './masks.ts'

const bitmaps = fc
  .record({ width: fc.integer({ min: 1, max: 24 }), height: fc.integer({ min: 1, max: 24 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      // Long runs as well as single pixels.
      bits: fc
        .array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 })), { minLength: 1 })
        .map((runs) => runs.flatMap(([bit, length]) => Array.from({ length }, () => Number(bit))))
        .map((bits) =>
          Array.from({ length: width * height }, (_, i) => bits[i % bits.length] ?? 0),
        ),
    }),
  )

function maskOf({ width, height, bits }: { width: number; height: number; bits: number[] }): Rle {
  return encodeBitmap(Uint8Array.from(bits), [height, width], 'row-major')
}

test('a mask survives the run lengths of CVAT, whatever its box', () => {
  fc.assert(
    fc.property(bitmaps, (bitmap) => {
      const mask = maskOf(bitmap)
      const runs = boxedRunsOfMask(mask)
      const empty = { size: mask.size, counts: [bitmap.bits.length] }
      expect(runs === undefined ? empty : maskOfBoxedRuns(runs, bitmap)).toEqual(mask)
    }),
  )
})

test('a mask survives the bytes of Label Studio', () => {
  fc.assert(
    fc.property(bitmaps, (bitmap) => {
      const mask = maskOf(bitmap)
      expect(maskOfLabelStudio(labelStudioOfMask(mask), bitmap)).toEqual(mask)
    }),
  )
})

test('a run longer than the largest class of Label Studio is split', () => {
  const size = { width: 300, height: 200 }
  const mask: Rle = { size: [200, 300], counts: [200 * 100, 200 * 200] }
  expect(maskOfLabelStudio(labelStudioOfMask(mask), size)).toEqual(mask)
})

test('only the alpha of Label Studio counts', () => {
  // One value at a time: an opaque black pixel, then a transparent white one.
  const values = [0, 0, 0, 255, 255, 255, 255, 0]
  const bits = [
    values.length.toString(2).padStart(32, '0'),
    '00111',
    '0010001101111111',
    `000${(values.length - 1).toString(2).padStart(3, '0')}`,
    ...values.map((value) => value.toString(2).padStart(8, '0')),
  ].join('')
  const bytes = (bits.match(/.{1,8}/gu) ?? []).map((byte) =>
    Number.parseInt(byte.padEnd(8, '0'), 2),
  )
  const mask = maskOfLabelStudio(bytes, { width: 2, height: 1 })
  expect(mask.counts).toEqual([0, 1, 1])
})

test('reads the mask that the documentation of CVAT shows', () => {
  const counts = [
    3, 5, 7, 7, 5, 9, 3, 11, 2, 11, 2, 12, 1, 12, 1, 26, 1, 12, 1, 12, 2, 11, 3, 9, 5, 7, 7, 5, 3,
  ]
  const box = { x: 707, y: 888, width: 13, height: 15 }
  const mask = maskOfBoxedRuns({ box, counts }, { width: 1920, height: 1200 })
  expect(rleArea(mask)).toBe(149)
  expect(boxedRunsOfMask(mask)).toEqual({ box, counts })
})

test.each([
  ['too few runs', { x: 0, y: 0, width: 4, height: 2 }, [3, 4]],
  ['a negative run', { x: 0, y: 0, width: 4, height: 2 }, [-1, 9]],
  ['a box beyond the image', { x: 8, y: 0, width: 4, height: 2 }, [0, 8]],
  ['a box of fractions', { x: 0.5, y: 0, width: 4, height: 2 }, [0, 8]],
])('%s is refused', (_, box, counts) => {
  expect(() => maskOfBoxedRuns({ box, counts }, { width: 10, height: 10 })).toThrow(
    DamagedAnnotation,
  )
})

test('bytes for another number of pixels, or cut, are refused', () => {
  const bytes = labelStudioOfMask({ size: [3, 5], counts: [4, 6, 5] })
  expect(() => maskOfLabelStudio(bytes, { width: 4, height: 3 })).toThrow(DamagedAnnotation)
  expect(() => maskOfLabelStudio(bytes.slice(0, -3), { width: 5, height: 3 })).toThrow(
    DamagedAnnotation,
  )
})

const peer = path.join(import.meta.dirname, '../../tests/format-peers')
const hasPeer = existsSync(path.join(peer, 'node_modules/@thi.ng/rle-pack'))
if (!hasPeer) {
  console.warn(
    'SKIPPED: masks of Label Studio are not read back (npm ci --prefix tests/format-peers).',
  )
}

test.skipIf(!hasPeer)('the packing that Label Studio uses reads the same pixels', () => {
  const masks = fc.sample(bitmaps, { numRuns: 50, seed: 7 })
  const written = masks.map((bitmap) => labelStudioOfMask(maskOf(bitmap)))
  const run = spawnSync(process.execPath, [path.join(peer, 'label-studio-runs.mjs')], {
    input: JSON.stringify(written),
    encoding: 'utf8',
  })
  const expected = masks.map(({ bits }) => bits.flatMap((bit) => Array(4).fill(255 * bit)))
  expect(JSON.parse(run.stdout)).toEqual(expected)
})
