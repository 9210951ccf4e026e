import { expect, test } from 'vitest'

import { micrometresPerPixelOf } from './pixel-size.ts'

test.each([
  ['0.0057\\0.0057', 5.7],
  ['0.01, 0.01', 10],
  ['0.01\\0.02', null],
  ['0\\0', null],
  ['-1\\-1', null],
  ['0.01', null],
  ['', null],
])('a pixel spacing of "%s" mm is %s µm', (spacing, size) => {
  const found = micrometresPerPixelOf({ dicomMeta: { '00280030': spacing }, metadata: {} })
  expect(found === null ? null : Number(found.toFixed(6))).toBe(size)
})

test('metadata of the image takes precedence over it, if it is a size', () => {
  const dicomMeta = { '00280030': '0.01\\0.01' }
  const sizeFor = (micrometres_per_pixel: string | number) =>
    micrometresPerPixelOf({ dicomMeta, metadata: { micrometres_per_pixel } })
  expect(sizeFor(4.5)).toBe(4.5)
  expect(sizeFor('4.5')).toBe(4.5)
  expect(sizeFor('wide')).toBe(10)
  expect(sizeFor(0)).toBe(10)
})
