import { expect, test } from 'vitest'

import { anAnnotation, aSquare, draw, type Driver } from '#annotation/testing/driver'

import type { Lifted } from './lifted.ts'
import { raisedIn, staleRaised } from './raised.ts'

const a = anAnnotation({ geometry: aSquare(20, 20, 20) })
const b = anAnnotation({ id: 'b', geometry: aSquare(60, 20, 20), position: 2 })

const none: Lifted = new Set()

function raised({ editor }: Driver, lifted: Lifted = none) {
  return raisedIn({
    state: editor.state,
    overlays: editor.display().overlays,
    lifted,
  })
}

/** The part that looks different after a gesture. */
function staleAfter(user: Driver, gesture: (user: Driver) => unknown, lifted: Lifted = none) {
  const before = raised(user, lifted)
  gesture(user)
  return staleRaised(before, raised(user, lifted))
}

test('moving the pointer repaints nothing, until it comes to another annotation', () => {
  const user = draw(a, b).move(120, 80)
  expect(staleAfter(user, () => user.move(130, 80))).toBe('nothing')
  expect(staleAfter(user, () => user.move(30, 30))).toBe('nothing')
  expect(staleAfter(user, () => user.move(70, 30))).toBe('all')
  expect(staleAfter(user, () => user.move(72, 32))).toBe('nothing')
})

test('brushing repaints nothing before the button is released', () => {
  const user = draw(a).tool('brush').press(30, 30)
  expect(staleAfter(user, () => user.move(40, 35))).toBe('nothing')
})

test('a dragged vertex repaints only around its edges, old and new', () => {
  const large = anAnnotation({ geometry: aSquare(20, 20, 40) })
  const user = draw(large).press(20, 20).move(30, 28)
  const lifted = new Set(['a'])
  const stale = staleAfter(user, () => user.move(10, 15), lifted)
  expect(stale).toEqual({ x: 10, y: 15, width: 50, height: 45 })
})

test('an outline on its layer opens at a vertex that is dragged, and closes afterwards', () => {
  // So long that it has too many handles to show all of them.
  const teeth = Array.from({ length: 160 }, (_, i) => [20 + i / 2, 10, 20.25 + i / 2, 90]).flat()
  const comb = anAnnotation({ geometry: [{ outer: [...teeth, 100, 95, 20, 95], holes: [] }] })
  const user = draw(comb).press(20, 10)
  const atEdges = { x: 20, y: 10, width: 0.25, height: 85 }
  expect(staleAfter(user, () => user.move(30, 28))).toEqual(atEdges)
  expect(staleAfter(user, () => user.move(10, 15))).toBe('nothing')
  expect(staleAfter(user, () => user.key('Escape'))).toEqual(atEdges)
})

test('what is dragged as a whole is moved, not painted anew', () => {
  const user = draw(a, b)
  const lifted = new Set(['a'])
  const dragged = () => ({
    state: user.editor.state,
    overlays: user.editor.display().overlays,
    lifted,
  })
  user.press(30, 30).move(40, 35)
  const before = raisedIn(dragged())
  user.move(44, 37)
  const after = raisedIn(dragged())
  expect(staleRaised(before, after)).toBe('nothing')
  expect([before.shift, after.shift]).toEqual([
    { dx: 10, dy: 5 },
    { dx: 14, dy: 7 },
  ])
  expect(raisedIn({ ...dragged(), lifted: new Set(['a', 'b']) }).shift).toBeNull()
})
