import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { checklist } from './checklist.ts'

const requirements = Object.entries(checklist)

test('all forty requirements are there', () => {
  expect(requirements.map(([number]) => Number(number))).toEqual(
    Array.from({ length: 40 }, (_, i) => i + 1),
  )
})

test.each(requirements)('%s is tried by tests that exist', (_, { proofs }) => {
  expect(proofs.length).toBeGreaterThan(0)
  for (const [file, ...tests] of proofs) {
    const source = readFileSync(file, 'utf8')
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((name) => !source.includes(name))).toEqual([])
  }
})
