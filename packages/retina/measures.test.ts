import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { centralEquivalent } from './calibres/calibre.ts'
import type { EyeMaps } from './eye-maps.ts'
import type { EyeMeasures, MeasureName } from './eye-measures.ts'
import { isMeasured, measureNames } from './eye-measures.ts'
import { measureEye } from './measures.ts'
import type { EyeDrawing } from './testing/drawn-eye.ts'
import { drawEye } from './testing/drawn-eye.ts'

/** Widths in disc diameters as eyes have them: 1,800 µm of disc, arterioles of 60 to 100 µm. */
const arterioles = [0.056, 0.052, 0.047, 0.044, 0.038, 0.035, 0.033]
const venules = [0.081, 0.074, 0.066, 0.061, 0.052, 0.049, 0.044]
const drawing: EyeDrawing = { diameterPx: 1024, arterioles, venules }
const crae = 1800 * (centralEquivalent(arterioles, 'arteriole') ?? 0)
const crve = 1800 * (centralEquivalent(venules, 'venule') ?? 0)

function valueOf({ measures }: EyeMeasures, name: MeasureName): number {
  const measure = measures[name]
  if (!isMeasured(measure)) throw new Error(`${name}: ${measure.notMeasurable}`)
  return measure.value
}

function sum(values: Float32Array): number {
  return values.reduce((all, value) => all + value, 0)
}

function reasonOf(eye: EyeMaps, name: MeasureName): string {
  const measure = measureEye(eye).measures[name]
  return isMeasured(measure) ? 'measured' : measure.notMeasurable
}

describe('a drawn eye', () => {
  const eye = drawEye(drawing)
  const found = measureEye(eye)

  test('has the calibres that were drawn, within 3 %', () => {
    expect(Math.abs(valueOf(found, 'crae') / crae - 1)).toBeLessThan(0.03)
    expect(Math.abs(valueOf(found, 'crve') / crve - 1)).toBeLessThan(0.03)
    expect(Math.abs(valueOf(found, 'craeZoneC') / crae - 1)).toBeLessThan(0.03)
    expect(Math.abs(valueOf(found, 'avr') / (crae / crve) - 1)).toBeLessThan(0.03)
    expect(valueOf(found, 'craeInDiscs') * 1800).toBeCloseTo(valueOf(found, 'crae'), 6)
  })

  test('lists the six widest of each kind by their numbers in the picture', () => {
    const zoneB = found.vessels.filter(({ zone }) => zone === 'B')
    expect(zoneB.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 6 }, () => 'arteriole'),
      ...Array.from({ length: 6 }, () => 'venule'),
    ])
    expect(found.vessels.map(({ number }) => number)).toEqual(found.vessels.map((_, i) => i + 1))
    for (const [i, { widthInDiscs }] of zoneB.slice(0, 6).entries()) {
      expect(widthInDiscs / (arterioles[i] ?? 1)).toBeCloseTo(1, 1)
    }
  })

  test('whose vessels are faint on one side, in haze, has the area that their probabilities add up to', () => {
    const { width, data: clear } = eye.vessel
    const share = (i: number) => (i % width > width / 2 ? 0.45 : 1)
    const seen = clear.map((value, i) => (value > 0.2 ? value * share(i) : 0))
    const haze = seen.map((value) => (value === 0 ? 0.04 : value))
    const densityOf = (data: Float32Array) =>
      valueOf(measureEye({ ...eye, vessel: { ...eye.vessel, data } }), 'vesselDensity')
    expect(densityOf(haze) / densityOf(clear) / (sum(seen) / sum(clear))).toBeCloseTo(1, 2)
  })

  test('has straight vessels and an area', () => {
    expect(valueOf(found, 'arteriolarTortuosity')).toBeCloseTo(1, 2)
    expect(valueOf(found, 'venularCurvature')).toBeLessThan(0.2)
    const share = sum(eye.vessel.data) / ((Math.PI / 4) * 1024 ** 2)
    expect(Math.abs(valueOf(found, 'vesselDensity') / share - 1)).toBeLessThan(0.01)
    expect(valueOf(found, 'discFoveaDistance')).toBeCloseTo(2.5)
    expect(found.laterality).toBe('left')
  })

  test('is plain data, and the same again', () => {
    expect(Object.keys(found.measures).toSorted()).toEqual([...measureNames].toSorted())
    expect(JSON.parse(JSON.stringify(found))).toEqual(found)
    expect(measureEye(drawEye(drawing))).toEqual(found)
  })

  test('measured from finer maps of the disc gives the same calibres', () => {
    const fine = drawEye({ ...drawing, diameterPx: 1600, pixelsPerMapPixel: 0.64 })
    const { origin, pixelsPerMapPixel, vessel, arteriole, venule } = fine
    const closeUp = { origin, pixelsPerMapPixel, vessel, arteriole, venule }
    const finer = measureEye({ ...eye, closeUp })
    expect(Math.abs(valueOf(finer, 'crae') / crae - 1)).toBeLessThan(0.03)
  })
})

test('neither turning nor mirroring nor scaling an eye changes its calibres by 3 %', () => {
  const change = fc.record({
    turn: fc.double({ min: 0, max: 6.28, noNaN: true }),
    mirrored: fc.boolean(),
    diameterPx: fc.integer({ min: 900, max: 1100 }),
    pixelsPerMapPixel: fc.double({ min: 0.5, max: 4, noNaN: true }),
  })
  fc.assert(
    fc.property(change, (changed) => {
      const found = measureEye(drawEye({ ...drawing, ...changed }))
      expect(Math.abs(valueOf(found, 'crae') / crae - 1)).toBeLessThan(0.03)
      expect(Math.abs(valueOf(found, 'crve') / crve - 1)).toBeLessThan(0.03)
    }),
    { numRuns: 6, seed: 5 },
  )
})

describe('unmeasurable values have a reason', () => {
  test('fewer than four vessels of a kind', () => {
    const few = drawEye({ diameterPx: 800, arterioles: arterioles.slice(0, 3), venules })
    expect(reasonOf(few, 'crae')).toBe('too-few-arterioles')
    expect(reasonOf(few, 'avr')).toBe('too-few-arterioles')
    expect(reasonOf(few, 'crve')).toBe('too-few-arterioles')
  })

  const eye = drawEye({ ...drawing, diameterPx: 800 })

  test('no scale: disc diameters and ratios alone', () => {
    const without = { ...eye, scale: null }
    expect(reasonOf(without, 'crae')).toBe('no-scale')
    expect(reasonOf(without, 'craeInDiscs')).toBe('measured')
    expect(reasonOf(without, 'avr')).toBe('measured')
    expect(measureEye(without).vessels[0]?.widthMicrometres).toBeNull()
  })

  test('no disc', () => {
    const without = { ...eye, disc: null }
    for (const name of ['crae', 'avr', 'arteriolarTortuosity', 'branchings'] as const) {
      expect(reasonOf(without, name)).toBe('no-disc')
    }
    expect(reasonOf(without, 'vesselDensity')).toBe('measured')
    expect(measureEye(without).laterality).toBe('unknown')
  })

  test('undistinguished kinds', () => {
    const classical = { ...eye, arteriole: null, venule: null }
    expect(reasonOf(classical, 'crae')).toBe('kinds-unknown')
    expect(reasonOf(classical, 'arteriolarTortuosity')).toBe('kinds-unknown')
    expect(reasonOf(classical, 'fractalDimension')).toBe('measured')
  })

  test('a disc at the edge of the photograph', () => {
    const { disc } = eye
    const atEdge = { ...eye, fovea: null, disc: disc && { ...disc, centre: { x: 60, y: 400 } } }
    expect(reasonOf(atEdge, 'crae')).toBe('zone-outside-photograph')
  })

  test('no vessels', () => {
    const empty = drawEye({ diameterPx: 600, arterioles: [], venules: [] })
    expect(reasonOf(empty, 'vesselDensity')).toBe('no-vessels')
    expect(reasonOf(empty, 'fractalDimension')).toBe('no-vessels')
    expect(reasonOf(empty, 'crve')).toBe('too-few-venules')
  })
})

test('the disc-fovea angle is positive if the fovea lies below the disc, in either eye', () => {
  const eye = drawEye({ ...drawing, diameterPx: 600 })
  const centre = eye.disc?.centre ?? { x: 0, y: 0 }
  for (const side of [1, -1]) {
    const fovea = { centre: { x: centre.x + side * 240, y: centre.y + 32 }, probability: 0.9 }
    expect(valueOf(measureEye({ ...eye, fovea }), 'discFoveaAngle')).toBeCloseTo(7.6, 1)
  }
})
