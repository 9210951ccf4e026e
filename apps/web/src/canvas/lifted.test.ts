import { expect, test } from 'vitest'

import type { Overlay } from '#annotation/overlay'

import { liftedAfter } from './lifted.ts'

const none = new Set<string>()
const resting = { changed: [], overlays: [] }
const dragging: Overlay = { kind: 'moved', id: 'b', dx: 3, dy: 4 }

test('selecting lifts nothing, so that the layer of the others stays as it is', () => {
  expect(liftedAfter(none, { selected: ['a'], ...resting })).toBe(none)
})

test('what is dragged is lifted, and stays so while it is selected', () => {
  const selected = ['a', 'b']
  const dragged = liftedAfter(none, { selected, changed: [], overlays: [dragging] })
  expect([...dragged]).toEqual(['b'])
  expect(liftedAfter(dragged, { selected, changed: ['b'], overlays: [] })).toBe(dragged)
  expect(liftedAfter(dragged, { selected, ...resting })).toBe(dragged)
  expect([...liftedAfter(dragged, { selected: ['a'], ...resting })]).toEqual([])
})

test('what is changed while selected is lifted; what a colleague changes elsewhere is not', () => {
  expect([...liftedAfter(none, { selected: ['a'], changed: ['a'], overlays: [] })]).toEqual(['a'])
  expect(liftedAfter(none, { selected: ['a'], changed: ['c'], overlays: [] })).toBe(none)
})
