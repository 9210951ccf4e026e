import { expect, test } from 'vitest'

import { inTurns } from './in-turns.ts'

test('acts on a few items at a time, and goes on after a refusal', async () => {
  let underWay = 0
  let most = 0
  const told: number[] = []
  const act = async (item: number) => {
    underWay++
    most = Math.max(most, underWay)
    await Promise.resolve()
    underWay--
    if (item === 3) throw new Error('not this one')
  }
  const outcomes = await inTurns([1, 2, 3, 4, 5], 2, act, (done) => told.push(done))
  expect(outcomes.map(({ item, error }) => [item, error === null])).toEqual([
    [1, true],
    [2, true],
    [3, false],
    [4, true],
    [5, true],
  ])
  expect(most).toBe(2)
  expect(told).toEqual([1, 2, 3, 4, 5])
})
