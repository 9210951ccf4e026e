import { describe, expect, test } from 'vitest'

import type { Bitmap, RgbImage } from '#raster/image'
import { countPixels } from '#raster/image'

import type { VesselAnalysis } from './analyse-vessels.ts'
import { analyseVessels, classicalVessels } from './analyse-vessels.ts'
import { fieldMask } from '../field-of-view.ts'
import { drawFundus, drawVessels, fill, noise } from '../testing/drawn-fundus.ts'
import { readBitmap, readPhotograph } from '../testing/photographs.ts'
import { drawVesselOverlay } from '../overlays/vessels.ts'

const vessels = [
  { from: [180, 330], to: [840, 600], widthPx: 10 },
  { from: [500, 250], to: [560, 900], widthPx: 6 },
] as const
const drawing = { width: 1000, height: 1000, centre: [500, 500], diameterPx: 900 } as const

function analyse(image: RgbImage): VesselAnalysis {
  const analysis = analyseVessels(image)
  if (analysis.kind !== 'vessels') throw new Error(analysis.message)
  return analysis
}

function dice(a: Bitmap, b: Bitmap): number {
  const common = a.data.reduce((sum, inside, i) => sum + inside * (b.data[i] ?? 0), 0)
  return (2 * common) / (countPixels(a) + countPixels(b))
}

describe('drawn vessels', () => {
  const analysis = analyse(drawFundus({ ...drawing, vessels }))

  test('are found in place, slightly wider than they are', () => {
    expect(dice(analysis.vessels, drawVessels(drawing, vessels))).toBeGreaterThan(0.8)
    const row = analysis.vessels.data.subarray(750 * 1000, 751 * 1000)
    const columns = [...row.entries()].flatMap(([x, inside]) => (inside === 1 ? [x] : []))
    const centre = columns.reduce((sum, x) => sum + x + 0.5, 0) / columns.length
    expect(Math.abs(centre - 546.2)).toBeLessThan(1)
    expect(columns.length).toBeGreaterThan(3)
    expect(columns.length).toBeLessThan(13)
  })

  test('give the numbers of the result', () => {
    const { measures, field, model } = analysis
    expect(model).toEqual(classicalVessels)
    expect(measures.vesselAreaPx).toBe(countPixels(analysis.vessels))
    expect(measures.fieldAreaPx / (Math.PI * 450 ** 2)).toBeCloseTo(1, 1)
    expect(measures.density).toBe(measures.vesselAreaPx / measures.fieldAreaPx)
    expect(measures.fieldDiameterPx).toBe(field.diameterPx)
  })

  test('are drawn on a picture of the same size, transparent elsewhere', () => {
    const overlay = drawVesselOverlay(analysis)
    expect([overlay.width, overlay.height]).toEqual([1000, 1000])
    const opacities = analysis.vessels.data.map((_, i) => overlay.data[4 * i + 3] ?? 0)
    expect(opacities.every((opacity, i) => opacity > 0 === (analysis.vessels.data[i] === 1))).toBe(
      true,
    )
    expect(Math.max(...opacities.subarray(750 * 1000, 751 * 1000))).toBeGreaterThan(200)
  })

  test('give the same bytes again', () => {
    const again = analyse(drawFundus({ ...drawing, vessels }))
    expect(again.vessels.data).toEqual(analysis.vessels.data)
    expect(again.probability.data).toEqual(analysis.probability.data)
  })
})

test('a field without vessels has almost none, not even at its rim', () => {
  expect(analyse(drawFundus(drawing)).measures.density).toBeLessThan(0.002)
})

test('grain without lines makes few vessels', () => {
  const image = drawFundus(drawing)
  const grain = noise(3)
  const data = image.data.map((byte) => (byte === 0 ? 0 : byte + (grain() >> 5)))
  expect(analyse({ ...image, data }).measures.density).toBeLessThan(0.03)
})

test('twelve megapixels are accepted', () => {
  const large = { width: 4288, height: 2848, centre: [2144, 1424], diameterPx: 2800 } as const
  const vessel = { from: [1000, 1400], to: [3200, 1500], widthPx: 28 } as const
  const { probability, vessels: found } = analyse(drawFundus({ ...large, vessels: [vessel] }))
  expect([probability.width, probability.height]).toEqual([4288, 2848])
  expect(dice(found, drawVessels(large, [vessel]))).toBeGreaterThan(0.75)
})

test.each([1, 10])('a photograph of %i pixels a side is refused', (side) => {
  expect(analyseVessels(fill({ width: side, height: side }, noise(4)))).toMatchObject({
    kind: 'not-a-fundus',
    reason: 'too-small',
  })
})

test('the vessels of a photograph agree with the manual map', async () => {
  const analysis = analyse(await readPhotograph('05_h.jpg'))
  const truth = await readBitmap('05_h_vessels.png')
  expect(areaUnderCurve(analysis, truth)).toBeGreaterThan(0.92)
  expect(dice(analysis.vessels, truth)).toBeGreaterThan(0.55)
})

/** How often a vessel pixel has a larger probability than another of the field. */
function areaUnderCurve({ probability, field }: VesselAnalysis, truth: Bitmap): number {
  const mask = fieldMask(field, truth)
  const bins = 10_000
  const counts = [new Float64Array(bins + 1), new Float64Array(bins + 1)] as const
  for (const [i, value] of probability.data.entries()) {
    if (mask.data[i] === 0) continue
    const histogram = counts[truth.data[i] === 1 ? 1 : 0]
    const bin = Math.floor(value * bins)
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
  const [others, inside] = counts
  let [below, ordered] = [0, 0]
  for (const [bin, count] of others.entries()) {
    ordered += (inside[bin] ?? 0) * (below + count / 2)
    below += count
  }
  return ordered / (below * inside.reduce((sum, count) => sum + count, 0))
}
