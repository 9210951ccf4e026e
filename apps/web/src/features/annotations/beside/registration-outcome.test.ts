import { expect, test } from 'vitest'

import { claimTheSameEye, eyePlaceIn, outcomeOf } from './registration-outcome.ts'

const eye = { patientID: 'P1', laterality: 'R' } as const

test('photographs claim the same eye only if patient and side are known and equal', () => {
  expect(claimTheSameEye(eye, eye)).toBe('same')
  expect(claimTheSameEye(eye, { ...eye, laterality: 'L' })).toBe('different')
  expect(claimTheSameEye(eye, { ...eye, patientID: 'P2' })).toBe('different')
  expect(claimTheSameEye(eye, { ...eye, laterality: null })).toBe('unknown')
  expect(claimTheSameEye(eye, { ...eye, patientID: '' })).toBe('unknown')
})

test('a registration is good if most vessels agree, and refusals give their reason', () => {
  const registered = { kind: 'registered', agreement: 0.8 } as const
  const coefficients = [0, 1, 0, 0, 0, 0] as const
  const map = { centre: { x: 0, y: 0 }, unit: 1, x: coefficients, y: coefficients }
  // Never drawn here; pictures exist only in browsers.
  const picture = {
    width: 1,
    height: 1,
    colorSpace: 'srgb',
    data: new Uint8ClampedArray(4),
  } as const
  expect(outcomeOf({ ...registered, map, picture })).toBe('good')
  expect(outcomeOf({ ...registered, agreement: 0.2, map, picture })).toBe('fair')
  expect(outcomeOf({ ...registered, agreement: null, map, picture })).toBe('byHand')
  expect(outcomeOf({ kind: 'refused', reason: 'few-vessels' })).toBe('few-vessels')
  expect(outcomeOf(null)).toBeNull()
})

test('the place of an eye comes from field and disc, unless the disc is doubtful', () => {
  const field = { centre: { x: 500, y: 500 }, diameterPx: 900 }
  const quality = { grade: 'gradable', reasons: [], fundus: 1, visibility: 0.9, field }
  const disc = { centre: { x: 700, y: 480 }, diameterPx: 120, outline: [], doubts: [] }
  const landmarks = { disc, fovea: null, laterality: 'right' }
  expect(eyePlaceIn(quality, landmarks)).toEqual({
    field,
    disc: expect.objectContaining({ centre: { x: 700, y: 480 }, diameterPx: 120 }),
    laterality: 'right',
  })
  const doubtful = { ...landmarks, disc: { ...disc, doubts: ['small'] } }
  expect(eyePlaceIn(quality, doubtful)?.disc).toBeNull()
  expect(eyePlaceIn(undefined, landmarks)).toBeNull()
})
