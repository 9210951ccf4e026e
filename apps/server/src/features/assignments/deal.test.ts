import { expect, test } from 'vitest'

import { deal, draw, shuffled } from './deal.ts'

const images = Array.from({ length: 100 }, (_, i) => ({
  id: i + 1,
  stratum: i < 60 ? 'none' : i < 90 ? 'mild' : 'severe',
}))

test('a sample is repeated by its seed, keeps the order, and differs with another seed', () => {
  const first = draw(images, 10, 7).map(({ id }) => id)
  expect(draw(images, 10, 7).map(({ id }) => id)).toEqual(first)
  expect(first).toEqual(first.toSorted((a, b) => a - b))
  expect(draw(images, 10, 8).map(({ id }) => id)).not.toEqual(first)
})

test.each([10, 33, 99, 100, 200])('a sample of %i keeps the shares of the strata', (size) => {
  const drawn = draw(images, size, 1)
  expect(drawn).toHaveLength(Math.min(size, 100))
  for (const [stratum, share] of [['none', 0.6] as const, ['severe', 0.1] as const]) {
    const count = drawn.filter((each) => each.stratum === stratum).length
    expect(Math.abs(count - share * drawn.length)).toBeLessThan(1)
  }
})

test('each image goes to as many readers as asked, and the readers have equal work', () => {
  const ids = images.map(({ id }) => id)
  const hands = deal(ids, { readers: 4, each: 2, seed: 3 })
  expect(hands.map(({ length }) => length)).toEqual([50, 50, 50, 50])
  const readers = ids.map((id) => hands.filter((hand) => hand.includes(id)).length)
  expect(new Set(readers)).toEqual(new Set([2]))
})

test('an order has every image once, and depends on its purpose', () => {
  const ids = images.map(({ id }) => id)
  const order = shuffled(ids, 5, 'reader 1')
  expect(order).not.toEqual(ids)
  expect(order.toSorted((a, b) => a - b)).toEqual(ids)
  expect(shuffled(ids, 5, 'reader 2')).not.toEqual(order)
})
