import { expect, test } from 'vitest'

import { loadPolygonOperations } from '#geometry/boolean'
import type { MultiPolygon } from '#geometry/polygon'

import { outlineAgreement } from './outlines.ts'

const operations = await loadPolygonOperations()

function disc(radius: number, x = 0): MultiPolygon {
  const outer = Array.from({ length: 720 }, (_, i) => {
    const angle = (Math.PI * i) / 360
    return [x + radius * Math.cos(angle), radius * Math.sin(angle)]
  }).flat()
  return [{ outer, holes: [] }]
}

test('concentric discs are as far apart as their radii', () => {
  const { dice, distance } = outlineAgreement(disc(100), disc(90), operations)
  expect(dice).toBeCloseTo((2 * 0.81) / 1.81, 3)
  expect(distance?.mean).toBeCloseTo(10, 2)
  expect(distance?.most95).toBeCloseTo(10, 2)
})

test('a false islet is told by the 95th percentile, not by Dice', () => {
  const withIslet = [...disc(100), ...disc(10, 300)]
  const { dice, distance } = outlineAgreement(disc(100), withIslet, operations)
  expect(dice).toBeGreaterThan(0.99)
  expect(distance?.most95).toBeGreaterThan(150)
})

test('two empty outlines agree, and an empty one has no distance', () => {
  expect(outlineAgreement([], [], operations)).toEqual({ dice: 1, distance: null })
  expect(outlineAgreement(disc(5), [], operations)).toEqual({ dice: 0, distance: null })
})
