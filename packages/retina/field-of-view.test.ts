import { describe, expect, test } from 'vitest'

import { countPixels } from '#raster/image'

import { fieldMask, findFieldOfView, refusals } from './field-of-view.ts'
import { drawFundus, fill, noise } from './testing/drawn-fundus.ts'
import { havePhotographs, readBitmap, readPhotograph } from './testing/photographs.ts'

const fullFrame = { width: 640, height: 600, centre: [310, 290], diameterPx: 540 } as const

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

  test('says what is wrong with pixels that do not fit their size', () => {
    const image = { width: 200, height: 200, data: new Uint8Array(4 * 200 * 200) }
    expect(() => findFieldOfView(image)).toThrow(/120000 bytes, but 160000/)
    expect(() => findFieldOfView({ ...image, width: 0 })).toThrow(/0 x 200/)
  })
})

describe.skipIf(!havePhotographs())('on photographs', () => {
  test.each(['21', '26', '34'])('the field of DRIVE %s is that of its mask', async (name) => {
    const photograph = await readPhotograph(`drive/images/${name}_training.tif`)
    const truth = await readBitmap(`drive/mask/${name}_training_mask.gif`)
    const field = findFieldOfView(photograph)
    if (field.kind !== 'field-of-view') throw new Error(field.message)
    const mask = fieldMask(field, photograph)
    const common = countPixels({
      ...mask,
      data: mask.data.map((inside, i) => inside * (truth.data[i] ?? 0)),
    })
    expect(common / (countPixels(mask) + countPixels(truth) - common)).toBeGreaterThan(0.97)
  })

  test('a field cropped on all sides is found', async () => {
    const photograph = await readPhotograph('drimdb/Good/drimdb_good (48).jpg')
    expect(findFieldOfView(photograph)).toMatchObject({ kind: 'field-of-view' })
  })

  test.each(['13', '19', '4', '6'])(
    'a photograph of something else is refused (%s)',
    async (name) => {
      const photograph = await readPhotograph(`drimdb/Outlier/drimdb_outlier (${name}).jpg`)
      expect(findFieldOfView(photograph)).toMatchObject({ kind: 'not-a-fundus' })
    },
  )
})
