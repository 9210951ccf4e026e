import { expect, test } from 'vitest'

import { standAfter, standings, type StandingEvent } from './standing.ts'

test.each<[readonly StandingEvent[], string, number]>([
  [['analysed'], 'preliminary', 1],
  [['analysed', 'confirmed'], 'final', 2],
  [['analysed', 'confirmed', 'confirmed'], 'final', 2],
  [['analysed', 'rejected'], 'withdrawn', 2],
  [['analysed', 'rejected', 'rejected'], 'withdrawn', 2],
  [['analysed', 'confirmed', 'rejected'], 'withdrawn', 3],
  [['analysed', 'rejected', 'confirmed'], 'corrected', 3],
  [['analysed', 'rejected', 'confirmed', 'confirmed'], 'corrected', 3],
  [['analysed', 'analysed'], 'preliminary', 2],
  [['analysed', 'confirmed', 'analysed'], 'preliminary', 3],
  [['analysed', 'confirmed', 'analysed', 'confirmed'], 'corrected', 4],
])('after %j a result is %s, version %i', (events, standing, version) => {
  expect(standAfter(events)).toEqual({ standing, version })
})

test('an image that was never analysed has no result with a status', () => {
  expect(standAfter([])).toBeNull()
})

test('no standing cancels the order (HL7 table 0123, X)', () => {
  const codes = Object.values(standings).map(({ hl7Report }) => hl7Report)
  expect(codes).toEqual(['P', 'F', 'C', 'C'])
})
