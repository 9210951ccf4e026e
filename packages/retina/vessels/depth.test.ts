import { describe, expect, test } from 'vitest'

import { gaussianBlur } from '#raster/gaussian'
import type { GreyImage, RgbImage } from '#raster/image'

import { centralEquivalent } from '../calibres/calibre.ts'
import type { EyeMaps } from '../eye-maps.ts'
import { isMeasured } from '../eye-measures.ts'
import { measureEye } from '../measures.ts'
import { drawEye } from '../testing/drawn-eye.ts'
import { noise } from '../testing/drawn-fundus.ts'

const arterioles = [0.056, 0.052, 0.047, 0.044, 0.038, 0.035]
const venules = [0.081, 0.074, 0.066, 0.061, 0.052, 0.049]
const crae = 1800 * (centralEquivalent(arterioles, 'arteriole') ?? 0)
const crve = 1800 * (centralEquivalent(venules, 'venule') ?? 0)
const eye = drawEye({ diameterPx: 1200, arterioles, venules })

/**
 * A photograph whose venules absorb the given share of the light, and arterioles less; with grain of the
 * given number of levels.
 */
function photographOf({ width, height, data }: GreyImage, depth: number, grain = 0): RgbImage {
  const random = noise(9)
  const bytes = new Uint8Array(3 * width * height)
  for (let i = 0; i < data.length; i++) {
    const share = (eye.arteriole?.data[i] ?? 0) > 0 ? 0.75 : 1
    const light = 1 - share * depth * (data[i] ?? 0)
    const noisy = (grain * random()) / 255
    bytes.set([200, 110 * light + noisy, 40], 3 * i)
  }
  return { width, height, data: bytes }
}

/** Maps by an annotator who draws vessels much wider than they are. */
function drawnWider(maps: EyeMaps): EyeMaps {
  const widen = (map: GreyImage | null): GreyImage => {
    const soft = gaussianBlur(map ?? maps.vessel, 1.5)
    return { ...soft, data: soft.data.map((value) => Math.min(1, 2.5 * value)) }
  }
  const { vessel, arteriole, venule } = maps
  return { ...maps, vessel: widen(vessel), arteriole: widen(arteriole), venule: widen(venule) }
}

function calibresOf(maps: EyeMaps): [crae: number, crve: number] {
  const { crae: a, crve: v } = measureEye(maps).measures
  return [isMeasured(a) ? a.value / crae : 0, isMeasured(v) ? v.value / crve : 0]
}

describe('widths in the photograph', () => {
  test('are those that were drawn, within 3 %', () => {
    for (const ratio of calibresOf({ ...eye, photograph: photographOf(eye.vessel, 0.35) })) {
      expect(Math.abs(ratio - 1)).toBeLessThan(0.03)
    }
  })

  test('do not depend on how wide the map’s vessels are, nor on how dark they are', () => {
    const wide = drawnWider(eye)
    expect(calibresOf(wide)[0]).toBeGreaterThan(1.2)
    for (const depth of [0.2, 0.5]) {
      for (const ratio of calibresOf({ ...wide, photograph: photographOf(eye.vessel, depth) })) {
        expect(Math.abs(ratio - 1)).toBeLessThan(0.04)
      }
    }
  })

  test('hardly depend on grain', () => {
    for (const ratio of calibresOf({ ...eye, photograph: photographOf(eye.vessel, 0.35, 12) })) {
      expect(Math.abs(ratio - 1)).toBeLessThan(0.06)
    }
  })

  test.each([
    { share: 0.4, part: 1 / 4 },
    { share: 0.7, part: 1 / 2 },
  ])(
    'take the light reflex along the middle of a vessel for a part of it: $share of its depth, $part of its width',
    ({ share, part }) => {
      const reflex = drawEye({
        diameterPx: 1200,
        arterioles: arterioles.map((width) => part * width),
        venules: venules.map((width) => part * width),
      })
      const data = eye.vessel.data.map((value, i) => value - share * (reflex.vessel.data[i] ?? 0))
      const photograph = photographOf({ ...eye.vessel, data }, 0.35)
      for (const ratio of calibresOf({ ...eye, photograph })) {
        expect(Math.abs(ratio - 1)).toBeLessThan(0.04)
      }
    },
  )

  test('much wider than on the map are those of something else', () => {
    const shadows = drawEye({
      diameterPx: 1200,
      arterioles: arterioles.map((width) => 3 * width),
      venules: venules.map((width) => 3 * width),
    })
    const photograph = photographOf(shadows.vessel, 0.35)
    expect(measureEye({ ...eye, photograph }).measures.crae).toEqual({
      notMeasurable: 'too-few-arterioles',
    })
  })

  test('is unknown if the photograph shows no vessels', () => {
    const photograph = photographOf(eye.vessel, 0)
    expect(measureEye({ ...eye, photograph }).measures.crae).toEqual({
      notMeasurable: 'too-few-arterioles',
    })
  })
})
