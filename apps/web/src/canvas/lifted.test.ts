import { expect, test } from 'vitest'

import { deleteAnnotations } from '#annotation/commands'
import type { Overlay } from '#annotation/overlay'
import { anAnnotation, aSquare, draw } from '#annotation/testing/driver'

import { liftedAfter, stalePart } from './lifted.ts'

const none = new Set<string>()
const resting = { changed: [], overlays: [] }
const dragging: Overlay = { kind: 'moved', id: 'b', dx: 3, dy: 4 }

test('selecting lifts nothing, so that the layer of all annotations stays unchanged', () => {
  expect(liftedAfter(none, { selected: ['a'], ...resting })).toBe(none)
})

test('a dragged annotation is lifted for as long as it is selected', () => {
  const selected = ['a', 'b']
  const dragged = liftedAfter(none, { selected, changed: [], overlays: [dragging] })
  expect([...dragged]).toEqual(['b'])
  expect(liftedAfter(dragged, { selected, changed: ['b'], overlays: [] })).toBe(dragged)
  expect(liftedAfter(dragged, { selected, ...resting })).toBe(dragged)
  expect([...liftedAfter(dragged, { selected: ['a'], ...resting })]).toEqual([])
})

test('a change lifts a selected annotation, but not one that a colleague changes elsewhere', () => {
  expect([...liftedAfter(none, { selected: ['a'], changed: ['a'], overlays: [] })]).toEqual(['a'])
  expect(liftedAfter(none, { selected: ['a'], changed: ['c'], overlays: [] })).toBe(none)
})

test('the old and the new place of a change are stale, unless it is lifted', () => {
  const a = anAnnotation({ geometry: aSquare(20, 20, 10) })
  const b = anAnnotation({ id: 'b', geometry: aSquare(100, 40, 20), position: 2 })
  const moved = { ...b, geometry: aSquare(130, 40, 20) }
  const user = draw(a, b)
  const stale = (before: readonly string[], after: readonly string[]) => {
    const change = user.changes.at(-1)
    if (change === undefined) throw new Error('Nothing has changed.')
    return stalePart(change, { before: new Set(before), after: new Set(after) })
  }
  user.remotely('b', moved)
  expect(stale([], [])).toEqual({ x: 100, y: 40, width: 50, height: 20 })
  expect(stale(['b'], ['b'])).toBeNull()
  expect(stale([], ['b'])).toEqual({ x: 100, y: 40, width: 20, height: 20 })
  expect(stale(['b'], [])).toEqual({ x: 130, y: 40, width: 20, height: 20 })
  user.select('b')
  expect(stale([], [])).toBeNull()
  expect(stale(['a'], [])).toEqual({ x: 20, y: 20, width: 10, height: 10 })
  user.editor.change('delete', deleteAnnotations(['a']))
  expect(stale([], [])).toEqual({ x: 20, y: 20, width: 10, height: 10 })
  user.remotely('c', anAnnotation({ id: 'c' }))
  expect(stale([], [])).toBeNull()
})
