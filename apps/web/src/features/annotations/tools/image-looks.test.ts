import { expect, test } from 'vitest'

import { type Looks, usualLook, usualLooks } from '#annotation/looks'
import type { Preferences } from '#contract/account'

import { patched } from '../../../api/preference-patch.ts'
import { keepable, looksPatch, storedLooks } from './image-looks.ts'

const locked = { ...usualLook, isLocked: true }

function lockedOnes(count: number): Looks {
  const ids = Array.from({ length: count }, (_, i) => `server-${i}`)
  return { ...usualLooks, annotations: new Map(ids.map((id) => [id, locked])) }
}

/** The preferences after the looks of an image were set. */
function withLooks(preferences: Preferences, image: number, looks: Looks): Patch {
  const patch = looksPatch(preferences, image, storedLooks(preferences, image), looks)
  return patched(preferences, patch)
}

type Patch = ReturnType<typeof patched>

const countOf = (preferences: Preferences, image: number) =>
  storedLooks(preferences, image).annotations.size

test('looks are kept for each image, and forgotten once all of its annotations look as usual', () => {
  const one = withLooks({}, 7, lockedOnes(2))
  const two = withLooks(one, 8, lockedOnes(1))
  expect(storedLooks(two, 7)).toEqual(lockedOnes(2))
  expect(countOf(two, 9)).toBe(0)
  const shown = withLooks(two, 7, usualLooks)
  expect(countOf(shown, 7)).toBe(0)
  expect(withLooks(shown, 9, lockedOnes(1))['looks']).not.toHaveProperty('7')
})

test('the images that were left first go when there are too many annotations', () => {
  const first = withLooks({}, 4, lockedOnes(600))
  const second = withLooks(first, 3, lockedOnes(300))
  const third = withLooks(second, 2, lockedOnes(300))
  expect([4, 3, 2].map((image) => countOf(third, image))).toEqual([0, 300, 300])
  const fourth = withLooks(third, 1, keepable(lockedOnes(1500)))
  expect([3, 2, 1].map((image) => countOf(fourth, image))).toEqual([0, 0, 1000])
})

test('two windows change the looks of the same categories and annotations', () => {
  const opened = withLooks({}, 7, {
    categories: new Map([[1, { ...usualLook, opacity: 50 }]]),
    annotations: new Map([['server-1', { ...usualLook, opacity: 50 }]]),
  })
  const before = storedLooks(opened, 7)
  const locks = looksPatch(opened, 7, before, {
    categories: new Map([[1, { ...locked, opacity: 50 }]]),
    annotations: new Map([['server-1', { ...locked, opacity: 50 }]]),
  })
  const restores = looksPatch(opened, 7, before, usualLooks)
  const other = looksPatch(opened, 8, usualLooks, lockedOnes(1))
  const both = [locks, restores, other].reduce<Patch>(patched, opened)
  expect(storedLooks(both, 7)).toEqual({
    categories: new Map([[1, locked]]),
    annotations: new Map([['server-1', locked]]),
  })
})

test('an image that had no looks here keeps those that another window has set meanwhile', () => {
  const opened = withLooks(withLooks({}, 7, lockedOnes(1)), 7, usualLooks)
  const locks = looksPatch(opened, 7, usualLooks, lockedOnes(1))
  const elsewhere = looksPatch(opened, 8, usualLooks, lockedOnes(1))
  const both = [locks, elsewhere].reduce<Patch>(patched, opened)
  expect([7, 8].map((image) => countOf(both, image))).toEqual([1, 1])
})

test('damaged looks are as usual', () => {
  expect(storedLooks({ looks: 'nothing' }, 1)).toEqual(usualLooks)
  expect(storedLooks({ looks: [null, { image: 1 }] }, 1)).toEqual(usualLooks)
  expect(storedLooks({ looks: { 1: { turn: 'x', annotations: 1 } } }, 1)).toEqual(usualLooks)
})
