import { describe, expect, test } from 'vitest'

import { gaussianBlur } from '#raster/gaussian'
import type { RgbImage } from '#raster/image'

import type { Disc, EyeMaps } from './eye-maps.ts'
import { isMeasured, type MeasureName } from './eye-measures.ts'
import { measureEye } from './measures.ts'
import { drawEye } from './testing/drawn-eye.ts'

const arterioles = [0.056, 0.052, 0.047, 0.044, 0.038, 0.035]
const venules = [0.081, 0.074, 0.066, 0.061, 0.052, 0.049]
const eye = drawEye({ diameterPx: 1200, arterioles, venules })

const calibres: readonly MeasureName[] = ['crae', 'crve', 'avr', 'craeInDiscs', 'avrZoneC']

/** The verdict on every calibre; one word if they are all the same. */
function saidOf(maps: EyeMaps): string {
  const { measures } = measureEye(maps)
  const said = calibres.map((name) => {
    const measure = measures[name]
    return isMeasured(measure) ? 'measured' : measure.notMeasurable
  })
  return [...new Set(said)].join(' ')
}

/** A photograph of the drawn vessels, venules darker, blurred by the given number of pixels. */
function photographOf({ vessel, arteriole, venule }: EyeMaps, blurPx: number): RgbImage {
  const { width, height } = vessel
  const [red, blue] = [arteriole ?? vessel, venule ?? vessel].map((map) =>
    blurPx === 0 ? map : gaussianBlur(map, blurPx),
  )
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    const taken = 0.3 * (red?.data[i] ?? 0) + 0.4 * (blue?.data[i] ?? 0)
    data.set([200, 110 * (1 - taken), 40], 3 * i)
  }
  return { width, height, data }
}

function withDisc(change: Partial<Disc>): EyeMaps {
  if (eye.disc === null) throw new Error('The drawn eye has a disc.')
  return { ...eye, disc: { ...eye.disc, ...change } }
}

test('an eye as populations have it is measured', () => {
  expect(saidOf(eye)).toBe('measured')
  expect(saidOf({ ...eye, photograph: photographOf(eye, 0) })).toBe('measured')
})

describe('calibres are not measurable', () => {
  test('if arterioles are wider than venules', () => {
    const confused = drawEye({ diameterPx: 1200, arterioles: venules, venules: arterioles })
    expect(saidOf(confused)).toBe('kinds-confused')
  })

  test('if arterioles are darker than venules, though their widths would do', () => {
    const { arteriole, venule } = eye
    const swapped = { ...eye, arteriole: venule, venule: arteriole }
    const photograph = photographOf(swapped, 0)
    expect(saidOf({ ...eye, photograph })).toBe('kinds-confused')
  })

  test('if a vessel spans too few pixels', () => {
    expect(saidOf(drawEye({ diameterPx: 190, arterioles, venules }))).toBe('too-few-pixels')
  })

  test('if the photograph is so blurred that the blur is measured', () => {
    expect(saidOf({ ...eye, photograph: photographOf(eye, 6) })).toBe('too-blurred')
  })

  test('if no population has them', () => {
    const wide = drawEye({
      diameterPx: 1200,
      arterioles: arterioles.map((width) => 2.3 * width),
      venules: venules.map((width) => 2.3 * width),
    })
    expect(saidOf(wide)).toBe('implausible-calibre')
  })

  test('by a disc of half its size, beside which the fovea lies too far away', () => {
    const half = withDisc({ diameterPx: (eye.disc?.diameterPx ?? 0) / 2 })
    expect(saidOf(half)).toBe('implausible-disc')
    expect(measureEye(half).measures.discFoveaDistance).toEqual({
      notMeasurable: 'implausible-disc',
    })
  })

  test('by a disc that is too small for the field', () => {
    expect(saidOf({ ...withDisc({ doubts: ['unusual-size'] }), fovea: null })).toBe(
      'implausible-disc',
    )
  })
})

test('the vessels are listed although their calibres are not believed', () => {
  const confused = drawEye({ diameterPx: 1200, arterioles: venules, venules: arterioles })
  expect(measureEye(confused).vessels).not.toEqual([])
})
