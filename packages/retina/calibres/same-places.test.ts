import { expect, test } from 'vitest'

import type { EyeMaps } from '../eye-maps.ts'
import type { QuadraticMap } from '../registration/quadratic-map.ts'
import { drawEye, type EyeDrawing } from '../testing/drawn-eye.ts'
import { joinRuns, type VesselRun } from '../vessels/runs.ts'
import { traceEye } from '../vessels/trace-eye.ts'
import { findPlaces, measureAtPlaces } from './same-places.ts'

const arterioles = [0.056, 0.052, 0.047, 0.044, 0.038, 0.035]
const venules = [0.081, 0.074, 0.066, 0.061, 0.052, 0.049]
const drawing: EyeDrawing = { diameterPx: 1024, arterioles, venules }
const narrower = (share: number) => arterioles.map((width) => share * width)

function runsOf(eye: EyeMaps): VesselRun[] {
  return joinRuns(traceEye(eye).nearDisc)
}

/** Around the disc, which is the middle of both drawings. */
function similarity({ turn = 0, zoom = 1 }): QuadraticMap {
  const [cos, sin] = [zoom * 512 * Math.cos(turn), zoom * 512 * Math.sin(turn)]
  return {
    centre: { x: 512, y: 512 },
    unit: 512,
    x: [zoom * 512, cos, -sin, 0, 0, 0],
    y: [zoom * 512, sin, cos, 0, 0, 0],
  }
}

const eye = drawEye(drawing)
const places = findPlaces(eye, runsOf(eye))

function changesIn(later: EyeDrawing, map: QuadraticMap, runs = runsOf(drawEye(later))) {
  if (places === null) throw new Error('The drawn eye has calibres.')
  return measureAtPlaces(places, runs, map)
}

test('an eye that has not changed has the same calibres, however it was turned', () => {
  const changes = changesIn({ ...drawing, turn: 0.1 }, similarity({ turn: 0.1 }))
  expect(Object.keys(changes)).toEqual(['crae', 'crve', 'craeZoneC', 'crveZoneC'])
  for (const { ratio, vessels } of Object.values(changes)) {
    expect(ratio).toBeCloseTo(1, 1)
    expect(vessels).toBeGreaterThan(5)
  }
})

test('a narrowing of all arterioles is found, in the pixels of the first photograph', () => {
  const later = { ...drawing, arterioles: narrower(0.9), pixelsPerMapPixel: 2 }
  const { crae, crve } = changesIn(later, similarity({ zoom: 2 }))
  expect(crae?.ratio).toBeCloseTo(0.9, 1)
  expect(Math.abs((crae?.ratio ?? 0) - 0.9)).toBeLessThan(0.02)
  expect(Math.abs((crve?.ratio ?? 0) - 1)).toBeLessThan(0.02)
})

test('vessels that the later photograph takes for the other kind are measured all the same', () => {
  const runs = runsOf(eye).map((run) => ({ ...run, kind: 'venule' as const }))
  expect(changesIn(drawing, similarity({}), runs).crae?.ratio).toBeCloseTo(1, 6)
})

test('one vessel that was confused with another does not change the calibre', () => {
  const [first = 0, ...others] = arterioles
  const { crae } = changesIn({ ...drawing, arterioles: [1.6 * first, ...others] }, similarity({}))
  expect(Math.abs((crae?.ratio ?? 0) - 1)).toBeLessThan(0.02)
  expect(crae?.vessels).toBeLessThan(5.5)
})

test('vessels that run elsewhere, or are missing, give no change', () => {
  expect(changesIn({ ...drawing, turn: 0.26 }, similarity({}))).toEqual({})
  expect(changesIn(drawing, similarity({}), [])).toEqual({})
  expect(findPlaces({ ...eye, disc: null }, runsOf(eye))).toBeNull()
})
