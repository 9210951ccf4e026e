import { expect, test } from 'vitest'

import { type Choice, noChoice, toggled } from './selection.ts'

const listed = [5, 3, 8, 1, 9]

const after = (clicks: readonly [id: number, withShift?: true][]): number[] => {
  let choice: Choice = noChoice
  for (const [id, withShift = false] of clicks) choice = toggled(choice, listed, { id, withShift })
  return listed.filter((id) => choice.ids.has(id))
}

test('a click chooses an item, and another one leaves it out again', () => {
  expect(after([[3], [9]])).toEqual([3, 9])
  expect(after([[3], [9], [3]])).toEqual([9])
})

test('shift chooses all items from the last click, upwards and downwards', () => {
  expect(after([[3], [1, true]])).toEqual([3, 8, 1])
  expect(after([[1], [5, true]])).toEqual([5, 3, 8, 1])
})

test('shift leaves out a range too', () => {
  expect(after([[5], [9, true], [3], [1, true]])).toEqual([5, 9])
})

test('shift without a click before it chooses one item', () => {
  expect(after([[8, true]])).toEqual([8])
})
