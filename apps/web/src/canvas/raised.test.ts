import { expect, test } from 'vitest'

import { anAnnotation, aSquare, draw, type Driver } from '#annotation/testing/driver'

import { raisedIn, staleRaised } from './raised.ts'

const a = anAnnotation({ geometry: aSquare(20, 20, 20) })
const b = anAnnotation({ id: 'b', geometry: aSquare(60, 20, 20), position: 2 })

const none = new Set<string>()

function raised({ editor }: Driver) {
  return raisedIn({
    state: editor.state,
    overlays: editor.display().overlays,
    lifted: none,
  })
}

/** The part that looks different after a gesture. */
function staleAfter(user: Driver, gesture: (user: Driver) => unknown) {
  const before = raised(user)
  gesture(user)
  return staleRaised(before, raised(user))
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
  expect(staleAfter(user, () => user.move(10, 15))).toEqual({ x: 10, y: 15, width: 50, height: 45 })
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
