import { expect, test } from 'vitest'
import type { Move } from './order.ts'
import { canReorder, reorder } from './order.ts'
import { aSquare, anAnnotation, draw } from './testing/driver.ts'

/** Overlapping squares a, b and c from below to above, and d, on top and apart. */
const squares = ['a', 'b', 'c', 'd'].map((id, i) =>
  anAnnotation({ id, position: i + 1, geometry: aSquare(id === 'd' ? 150 : 10 + 10 * i, 10, 40) }),
)

function orderAfter(move: Move, ...ids: string[]): string {
  const user = draw(...squares)
  user.editor.change(move, reorder(ids, move))
  const { annotations } = user.editor.state.document
  return [...annotations.values()]
    .toSorted((one, other) => one.position - other.position)
    .map(({ id }) => id)
    .join('')
}

test('annotations go to the front, to the back, or past the next one that they touch', () => {
  expect(orderAfter('toFront', 'a')).toBe('bcda')
  expect(orderAfter('toBack', 'c')).toBe('cabd')
  expect(orderAfter('forward', 'a')).toBe('bacd')
  expect(orderAfter('backward', 'c')).toBe('acbd')
  expect(orderAfter('toFront', 'b', 'a')).toBe('cdab')
  expect(orderAfter('backward', 'b', 'c')).toBe('bcad')
})

test('nothing changes where nothing is passed', () => {
  const { document } = draw(...squares).editor.state
  expect(canReorder(['d'], 'toFront', document)).toBe(false)
  expect(canReorder(['c'], 'forward', document)).toBe(false)
  expect(canReorder([], 'toBack', document)).toBe(false)
  expect(canReorder(['c'], 'toFront', document)).toBe(true)
})

test('the order is undone, and kept where a colleague has drawn meanwhile', () => {
  const user = draw(...squares)
  user.editor.change('toFront', reorder(['a'], 'toFront'))
  const theirs = { ...user.annotation('a'), geometry: aSquare(0, 0, 5) }
  user.remotely('a', theirs).undo()
  expect(user.annotation('a').position).toBe(1)
  expect(user.area('a')).toBe(25)
})
