import { expect, test } from 'vitest'

import { type Looks, usualLook } from '#annotation/looks'

import { imageLooksFrom, withImageLooks } from './image-looks.ts'

const locked = { ...usualLook, isLocked: true }

function lockedOnes(count: number): Looks['annotations'] {
  return new Map(Array.from({ length: count }, (_, i) => [`server-${i}`, locked]))
}

function read(stored: unknown): unknown {
  return JSON.parse(JSON.stringify(stored))
}

test('looks are kept for each image, and forgotten once all of its annotations look as usual', () => {
  const one = read(withImageLooks(undefined, 7, new Map([['server-3', locked]])))
  const two = read(withImageLooks(one, 8, lockedOnes(1)))
  expect(imageLooksFrom(two, 7)).toEqual(new Map([['server-3', locked]]))
  expect(imageLooksFrom(two, 9).size).toBe(0)
  expect(withImageLooks(two, 7, new Map())).toEqual(withImageLooks([], 8, lockedOnes(1)))
})

test('the images that were left first go when there are too many annotations', () => {
  const first = withImageLooks([], 1, lockedOnes(600))
  const second = withImageLooks(first, 2, lockedOnes(300))
  const third = withImageLooks(second, 3, lockedOnes(300))
  expect([1, 2, 3].map((image) => imageLooksFrom(third, image).size)).toEqual([0, 300, 300])
  expect(imageLooksFrom(withImageLooks(third, 4, lockedOnes(1500)), 4).size).toBe(1000)
})

test('damaged looks are as usual', () => {
  expect(imageLooksFrom('nothing', 1).size).toBe(0)
  expect(imageLooksFrom([null, { image: 1 }, { image: '1', annotations: {} }], 1).size).toBe(0)
})
