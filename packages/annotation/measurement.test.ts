import { expect, test } from 'vitest'

import type { Measurement } from './measurement.ts'
import { digestOf } from './measurement.ts'

const length: Measurement = { kind: 'length', points: [10, 10, 40.25, 50] }

test('the digest is the same in every order and in every copy', () => {
  const kept = { a: length, b: { ...length, points: [1, 2, 3, 4] } }
  const { a, b } = structuredClone(kept)
  expect(digestOf({ b, a })).toBe(digestOf(kept))
})

test('the digest differs by name, kind and point', () => {
  const states = [
    {},
    { a: length },
    { b: length },
    { a: { kind: 'angle' as const, points: [0, 0, 1, 0, 1, 1] } },
    { a: { kind: 'length' as const, points: [0, 0, 1, 0, 1, 1] } },
    { a: { ...length, points: [10, 10, 40.26, 50] } },
  ]
  expect(new Set(states.map((state) => digestOf(state))).size).toBe(states.length)
})
