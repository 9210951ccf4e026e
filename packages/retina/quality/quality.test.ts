import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'

import type { RgbImage } from '#raster/image'

import type { Disc } from '../eye-maps.ts'
import { prepareEye } from '../prepared-eye.ts'
import { assessQuality, regrade, type Quality } from './quality.ts'
import { drawFundus, fill, noise } from '../testing/drawn-fundus.ts'
import { readPhotograph } from '../testing/photographs.ts'

const size = { width: 700, height: 600 }

function assess(image: RgbImage): Quality {
  return assessQuality(image, prepareEye(image))
}

function inDisc(colourAt: (x: number, y: number) => readonly [number, number, number]): RgbImage {
  const data = new Uint8Array(3 * size.width * size.height)
  for (let i = 0; i < size.width * size.height; i++) {
    const x = (i % size.width) - size.width / 2
    const y = Math.floor(i / size.width) - size.height / 2
    if (Math.hypot(x, y) < 280) data.set(colourAt(x, y), 3 * i)
  }
  return { ...size, data }
}

async function changed(path: string, change: (picture: Sharp) => Sharp): Promise<RgbImage> {
  const { width, height, data } = await readPhotograph(path)
  const picture = change(sharp(data, { raw: { width, height, channels: 3 } }))
  const made = await picture.raw().toBuffer({ resolveWithObject: true })
  return { width: made.info.width, height: made.info.height, data: new Uint8Array(made.data) }
}

describe('anything but a fundus photograph is refused', () => {
  const random = noise(3)
  test.each([
    ['black', fill(size, () => 0)],
    ['white', fill(size, () => 255)],
    ['noise', fill(size, noise(1))],
    ['noise in a round field', inDisc(() => [random(), random(), random()])],
    ['a round field of a fundus’ colour', inDisc(() => [200, 100, 50])],
    ['a ball', inDisc((x, y) => [230 - 0.4 * Math.hypot(x, y - 90), 120 - 0.3 * x, 40])],
    ['stripes', inDisc((x) => (Math.floor(x / 20) % 2 === 0 ? [220, 120, 60] : [120, 40, 20]))],
    [
      'text',
      inDisc((x, y) => (y % 24 > 12 && (x * 7 + y) % 11 < 4 ? [20, 20, 20] : [240, 235, 220])),
    ],
    ['an orange disc with one line', drawFundus({ ...size, centre: [350, 300], diameterPx: 560 })],
  ])('%s', (_, image) => {
    expect(assess(image).grade).toBe('not-gradable')
    expect(assess(image).reasons.length).toBeGreaterThan(0)
  })

  test('one that is too small says so', () => {
    expect(assess(fill({ width: 60, height: 50 }, noise(1)))).toMatchObject({
      grade: 'not-gradable',
      reasons: ['too-small'],
    })
  })
})

describe('on photographs', () => {
  test.each(['02_h.jpg', '03_h.jpg', 'IDRiD_001.jpg', 'IDRiD_005.jpg', 'IDRiD_55.jpg'])(
    '%s is kept',
    async (path) => {
      const quality = assess(await readPhotograph(path))
      expect(quality.grade).not.toBe('not-gradable')
    },
  )

  test('a good one is gradable, without a reason against it', async () => {
    expect(assess(await readPhotograph('05_h.jpg'))).toMatchObject({
      grade: 'gradable',
      reasons: [],
    })
  })

  test('the one of the example clinic that is out of focus is refused as blurred', async () => {
    expect(assess(await readPhotograph('IDRiD_001-out-of-focus.jpg'))).toMatchObject({
      grade: 'not-gradable',
      reasons: ['blurred'],
    })
  })

  const good = '05_h.jpg'
  test.each([
    ['blurred', 'blurred', (picture: Sharp) => picture.blur(25)],
    ['overexposed', 'too-bright', (picture: Sharp) => picture.linear(6, 60)],
    ['dark and blurred', 'too-dark', (picture: Sharp) => picture.linear(0.1, 0).blur(20)],
  ])('one that is badly %s is refused, with that reason', async (_, reason, change) => {
    const quality = assess(await changed(good, change))
    expect(quality.grade).toBe('not-gradable')
    expect(quality.reasons).toContain(reason)
  })

  test('one whose vessels are seen although it is dark is kept with limits, and says why', async () => {
    const dark = await changed(good, (picture) => picture.linear(0.2, 0))
    expect(assess(dark)).toMatchObject({ grade: 'limited', reasons: ['too-dark'] })
  })

  test('a nearly black one is refused, however much of its vessels is visible', async () => {
    const black = await changed(good, (picture) => picture.linear(0.12, 0))
    expect(assess(black)).toMatchObject({ grade: 'not-gradable', reasons: ['too-dark'] })
  })

  test('an inverted one is no fundus photograph', async () => {
    const negative = await changed('05_h.jpg', (picture) => picture.negate())
    expect(assess(negative).grade).toBe('not-gradable')
  })

  test('gets worse with the blur', async () => {
    const seen = []
    for (const sigma of [1, 6, 12]) {
      seen.push(assess(await changed(good, (picture) => picture.blur(sigma))).visibility ?? NaN)
    }
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  })
})

describe('the second look', () => {
  const hidden = { grade: 'limited', reasons: ['hidden-vessels'], fundus: 0.9 } as const
  const bright = { grade: 'limited', reasons: ['too-bright'], fundus: 0.9 } as const
  const strange = {
    grade: 'not-gradable',
    reasons: ['not-a-fundus', 'too-bright'],
    fundus: 0.3,
  } as const
  const at = { x: 300, y: 300 }
  const disc: Disc = { centre: at, diameterPx: 90, outline: [], doubts: [] }
  const eye = { markedShare: 0.1, disc, fovea: { centre: at, probability: 0.6 } }

  test('refuses if hardly a vessel was found', () => {
    const refused = { grade: 'not-gradable', reasons: ['too-bright', 'hidden-vessels'] }
    expect(regrade(bright, { ...eye, markedShare: 0.015 })).toEqual(refused)
  })

  test('refuses if vessels seemed hidden and few were found', () => {
    const few = { ...eye, markedShare: 0.03 }
    expect(regrade(hidden, few)).toMatchObject({
      grade: 'not-gradable',
      reasons: ['hidden-vessels'],
    })
    expect(regrade(bright, few).grade).toBe('limited')
  })

  test('refuses if vessels seemed hidden and no certain disc was found', () => {
    const refused = { grade: 'not-gradable', reasons: ['hidden-vessels'] }
    expect(regrade(hidden, { ...eye, disc: null })).toEqual(refused)
    const faint = { ...disc, doubts: ['faint' as const] }
    expect(regrade(hidden, { ...eye, disc: faint })).toEqual(refused)
  })

  test('refuses one with another fault and without a certain disc, with its own reason', () => {
    const refused = { grade: 'not-gradable', reasons: ['too-bright'] }
    expect(regrade(bright, { ...eye, disc: null })).toEqual(refused)
  })

  test('accepts a photograph with visible vessels', () => {
    expect(regrade(hidden, { ...eye, markedShare: 0.04 }).grade).toBe('limited')
  })

  test('accepts a picture with disc, fovea and vessels as a fundus, however strange it looks', () => {
    const limited = { grade: 'limited', reasons: ['unusual-look', 'too-bright'] }
    expect(regrade(strange, eye)).toEqual(limited)
  })

  test('calls nothing a fundus that looks like none at all', () => {
    expect(regrade({ ...strange, fundus: 0.1 }, eye).grade).toBe('not-gradable')
  })

  test.each([
    ['disc', { disc: null }],
    ['fovea', { fovea: null }],
    ['certain fovea', { fovea: { centre: at, probability: 0.12 } }],
    ['vessels', { markedShare: 0.02 }],
    ['field between its vessels', { markedShare: 0.4 }],
  ])('calls nothing a fundus that shows no %s', (_, missing) => {
    expect(regrade(strange, { ...eye, ...missing }).grade).toBe('not-gradable')
  })
})

test('a picture of red and green light alone, without a round field, is of an ultra-wide field', () => {
  const [width, height] = [900, 600]
  const random = noise(3)
  const scene = (blue: number): RgbImage => ({
    width,
    height,
    data: Uint8Array.from({ length: 3 * width * height }, (_, i) =>
      Math.max(0, ([150, 100, blue][i % 3] ?? 0) + 40 * random()),
    ),
  })
  expect(reasonsOf(scene(90))).toEqual(['not-a-fundus'])
  const red = scene(0)
  for (let i = 2; i < red.data.length; i += 3) red.data[i] = 1
  expect(reasonsOf(red)).toEqual(['ultra-wide-field'])
})

function reasonsOf(image: RgbImage): Quality['reasons'] {
  return assessQuality(image, prepareEye(image)).reasons
}
