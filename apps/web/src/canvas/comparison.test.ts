import { beforeEach, expect, test } from 'vitest'

import { Comparison } from './comparison.ts'
import type { Picture } from './photograph/photograph.ts'

// Never drawn here; pictures exist only in browsers.
const pictureOf = (width: number) => ({ width, height: 1 }) as Picture
const [first, second] = [{ visit: 'A' }, { visit: 'B' }]

let changes = 0
let comparison = new Comparison(() => undefined)
beforeEach(() => {
  changes = 0
  comparison = new Comparison(() => (changes += 1))
  comparison.set(first, pictureOf(1))
  comparison.set(second, pictureOf(2))
})

/** The width of the photograph that is shown, and up to which share. */
const shown = () => [comparison.compared.picture?.width, comparison.compared.share]

test('the view that is wiped in is shown, whichever was registered last', () => {
  expect(shown()).toEqual([1, 0])
  comparison.wipe(second, 0.5)
  expect(shown()).toEqual([2, 0.5])
  comparison.wipe(first, 0.25)
  expect(shown()).toEqual([1, 0.25])
})

test('a view that gives way to another one is wiped out', () => {
  comparison.wipe(first, 0.5)
  comparison.wipe(second, 0.25)
  expect([comparison.shareOf(first), comparison.shareOf(second)]).toEqual([0, 0.25])
  expect(comparison.shown).toBe(second)
})

test('a view that closes takes its own photograph alone', () => {
  comparison.wipe(first, 0.5)
  comparison.set(second, null)
  expect(shown()).toEqual([1, 0.5])
  comparison.set(second, pictureOf(2))
  comparison.set(first, null)
  expect(shown()).toEqual([2, 0])
  comparison.set(second, null)
  expect(shown()).toEqual([undefined, 0])
})

test('a view that is wiped in before its photograph has come is shown as soon as it has', () => {
  const third = { visit: 'C' }
  comparison.wipe(third, 0.5)
  expect(shown()).toEqual([undefined, 0.5])
  comparison.set(third, pictureOf(4))
  expect(shown()).toEqual([4, 0.5])
})

test('a photograph with other view filters is shown up to the same share', () => {
  comparison.wipe(second, 0.5)
  comparison.set(second, pictureOf(3))
  expect(shown()).toEqual([3, 0.5])
})

test('a peek shows the whole of the view that was wiped in last', () => {
  comparison.wipe(second, 0.5)
  comparison.wipe(second, 0)
  comparison.peek(true)
  expect(shown()).toEqual([2, 1])
  comparison.peek(false)
  expect(shown()).toEqual([2, 0])
})

test('each change is told', () => {
  const before = changes
  let heard = 0
  const stop = comparison.subscribe(() => (heard += 1))
  comparison.wipe(first, 0.5)
  stop()
  comparison.wipe(first, 0.75)
  expect([changes - before, heard]).toEqual([2, 1])
})
