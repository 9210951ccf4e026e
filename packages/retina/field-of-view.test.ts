import { describe, expect, test } from 'vitest'

import { countPixels } from '#raster/image'

import { fieldMask, findFieldOfView, mapWithinField, refusals } from './field-of-view.ts'
import { drawFundus, fill, noise } from './testing/drawn-fundus.ts'
import { readPhotograph } from './testing/photographs.ts'

const fullFrame = { width: 640, height: 600, centre: [310, 290], diameterPx: 540 } as const

test('a map of a part of the photograph is 0 outside of the field', () => {
  const field = {
    kind: 'field-of-view' as const,
    imageSize: { width: 80, height: 40 },
    centre: { x: 40, y: 20 },
    diameterPx: 60,
    hull: [
      { x: 10, y: 0 },
      { x: 60, y: 0 },
      { x: 60, y: 40 },
      { x: 10, y: 40 },
    ],
  }
  const map = { width: 6, height: 3, data: new Float32Array(18).fill(1) }
  const place = { origin: { x: 30, y: -10 }, pixelsPerMapPixel: 10 }
  const { data } = mapWithinField(map, place, field)
  // The first row lies above the photograph; right of 60 the field's edge is flattened.
  expect([...data]).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0])
})

describe('findFieldOfView', () => {
  test.each([
    ['whole', fullFrame],
    ['dark', { ...fullFrame, light: 0.12 }],
    ['cut at the top and bottom', { width: 700, height: 400, centre: [340, 200], diameterPx: 600 }],
    ['cut on all sides', { width: 760, height: 570, centre: [370, 275], diameterPx: 895 }],
    ['small in its frame', { width: 900, height: 700, centre: [600, 200], diameterPx: 220 }],
    ['large', { width: 4000, height: 3000, centre: [2000, 1500], diameterPx: 2900 }],
  ] as const)('finds the circle of a field that is %s', (_, drawing) => {
    const field = findFieldOfView(drawFundus(drawing))
    if (field.kind !== 'field-of-view') throw new Error(field.message)
    expect(Math.abs(field.centre.x - drawing.centre[0])).toBeLessThan(0.01 * drawing.diameterPx)
    expect(Math.abs(field.centre.y - drawing.centre[1])).toBeLessThan(0.01 * drawing.diameterPx)
    expect(field.diameterPx / drawing.diameterPx).toBeGreaterThan(0.97)
    expect(field.diameterPx / drawing.diameterPx).toBeLessThan(1.03)
  })

  test('a field lit from one side is found whole', () => {
    const image = drawFundus(fullFrame)
    const data = image.data.map(
      (byte, i) => byte * (0.12 + (0.88 * (Math.floor(i / 3) % 640)) / 640),
    )
    const field = findFieldOfView({ ...image, data })
    expect(field).toMatchObject({ kind: 'field-of-view' })
    const mask = field.kind === 'field-of-view' ? fieldMask(field, image) : image
    expect(countPixels(mask) / (Math.PI * 270 ** 2)).toBeGreaterThan(0.95)
  })

  test.each([
    ['black', fill({ width: 600, height: 500 }, () => 0), 'no-contrast'],
    ['white', fill({ width: 600, height: 500 }, () => 255), 'no-contrast'],
    ['noise', fill({ width: 600, height: 500 }, noise(1)), 'no-field'],
    ['a gradient', fill({ width: 600, height: 500 }, (i) => ((i / 3) % 600) / 3), 'no-field'],
    [
      'a bright rectangle',
      fill({ width: 600, height: 500 }, (i) =>
        Math.abs(((i / 3) % 600) - 300) < 200 && Math.abs(i / 1800 - 250) < 150 ? 180 : 3,
      ),
      'no-field',
    ],
    ['one pixel', fill({ width: 1, height: 1 }, () => 90), 'too-small'],
    ['ten pixels wide', fill({ width: 10, height: 10 }, noise(2)), 'too-small'],
  ] as const)('refuses %s', (_, image, reason) => {
    expect(findFieldOfView(image)).toEqual({
      kind: 'not-a-fundus',
      reason,
      message: refusals[reason],
    })
  })

  test('reports pixels that do not fit their size', () => {
    const image = { width: 200, height: 200, data: new Uint8Array(4 * 200 * 200) }
    expect(() => findFieldOfView(image)).toThrow(/120000 bytes, but 160000/)
    expect(() => findFieldOfView({ ...image, width: 0 })).toThrow(/0 x 200/)
  })
})

test.each(['02_h.jpg', '05_h.jpg', 'IDRiD_001.jpg', 'IDRiD_005.jpg'])(
  'the field of a photograph that is cut at the top and bottom is found: %s',
  async (name) => {
    const photograph = await readPhotograph(name)
    const field = findFieldOfView(photograph)
    if (field.kind !== 'field-of-view') throw new Error(field.message)
    expect(field.diameterPx).toBeGreaterThan(photograph.height)
    expect(field.diameterPx).toBeLessThan(photograph.width)
    const share = countPixels(fieldMask(field, photograph)) / (photograph.width * photograph.height)
    expect(share).toBeGreaterThan(0.6)
    expect(share).toBeLessThan(0.95)
  },
)
