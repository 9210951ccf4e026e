import { describe, expect, test } from 'vitest'

import { deleteAnnotations } from '#annotation/commands'
import type { EditorChange } from '#annotation/editor-state'
import type { Overlay } from '#annotation/overlay'
import { anAnnotation, aSquare, draw, type Driver } from '#annotation/testing/driver'
import { snap } from '#geometry/point'

import { changedIn, liftedAfter, stalePart } from './lifted.ts'

const none = new Set<string>()
const annotations = new Map()
const resting = { annotations, changed: [], overlays: [] }
const dragging: Overlay = { kind: 'moved', id: 'b', dx: 3, dy: 4 }

test('selecting lifts nothing, so that the layer of all annotations stays unchanged', () => {
  expect(liftedAfter(none, { selected: ['a'], ...resting })).toBe(none)
})

test('a dragged annotation is lifted for as long as it is selected', () => {
  const selected = ['a', 'b']
  const dragged = liftedAfter(none, { ...resting, selected, overlays: [dragging] })
  expect([...dragged]).toEqual(['b'])
  expect(liftedAfter(dragged, { ...resting, selected, changed: ['b'] })).toBe(dragged)
  expect(liftedAfter(dragged, { selected, ...resting })).toBe(dragged)
  expect([...liftedAfter(dragged, { selected: ['a'], ...resting })]).toEqual([])
})

test('a change lifts a selected annotation, but not one that a colleague changes elsewhere', () => {
  const after = (changed: string[]) => liftedAfter(none, { ...resting, selected: ['a'], changed })
  expect([...after(['a'])]).toEqual(['a'])
  expect(after(['c'])).toBe(none)
})

describe('an annotation of very many vertices', () => {
  const angles = Array.from({ length: 2000 }, (_, i) => (i * Math.PI) / 1000)
  const outer = angles
    .flatMap((angle) => [100 + 40 * Math.cos(angle), 50 + 40 * Math.sin(angle)])
    .map(snap)
  const round = anAnnotation({ geometry: [{ outer, holes: [] }] })
  /** Drags the vertex at the right. */
  const dragged = (x: number, y: number) => draw(round).press(140, 50).move(145, 50).move(x, y)

  test('stays in its place while a vertex of it is dragged, unlike one of few', () => {
    expect(liftedBy(dragged(150, 54))).toEqual([])
    const few = draw(anAnnotation({ geometry: aSquare(20, 20, 40) }))
    expect(liftedBy(few.press(20, 20).move(30, 28))).toEqual(['a'])
  })

  test('is painted again around what has changed, and lifted only if that is much of it', () => {
    const slight = lastChange(dragged(150, 54).release(150, 54))
    expect(changedIn(slight)).toEqual([])
    expect(stalePart(slight, { before: none, after: none })?.width).toBeLessThan(12)
    expect(changedIn(lastChange(dragged(70, 10).release(70, 10)))).toEqual(['a'])
  })
})

function liftedBy({ editor }: Driver): readonly string[] {
  const { document, selected } = editor.state
  const { overlays } = editor.display()
  const now = { annotations: document.annotations, selected, changed: [], overlays }
  return [...liftedAfter(none, now)]
}

/** The last change of an annotation. */
function lastChange({ changes }: Driver): EditorChange {
  const change = changes.findLast(({ local }) => local.size > 0)
  if (change === undefined) throw new Error('Nothing has changed.')
  return change
}

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
