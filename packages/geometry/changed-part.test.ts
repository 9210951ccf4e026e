import { expect, test } from 'vitest'

import { changedPart } from './changed-part.ts'
import type { MultiPolygon, Ring } from './polygon.ts'
import { insertVertex, moveVertex, removeVertex } from './vertices.ts'

const outer: Ring = [0, 0, 50, 0, 100, 0, 100, 100, 0, 100]
const hole: Ring = [20, 20, 20, 40, 40, 40]
const shape: MultiPolygon = [{ outer, holes: [hole] }]

function at(ring: number, vertex: number) {
  return { polygon: 0, ring, vertex }
}

test('a vertex elsewhere changes the part around its edges, old and new', () => {
  const moved = moveVertex(shape, at(0, 1), { x: 40, y: -20 })
  expect(changedPart(shape, moved)).toEqual({ x: 0, y: -20, width: 100, height: 20 })
  expect(changedPart(moved, shape)).toEqual({ x: 0, y: -20, width: 100, height: 20 })
})

test.each([
  [0, { x: 0, y: 0, width: 50, height: 100 }],
  [4, { x: 0, y: 0, width: 100, height: 100 }],
])('vertex %s has edges to both ends of the ring', (vertex, part) => {
  expect(changedPart(shape, moveVertex(shape, at(0, vertex), { x: 30, y: 30 }))).toEqual(part)
})

test('a vertex more or less changes the part around its edges', () => {
  const more = insertVertex(shape, at(1, 0), { x: 10, y: 30 })
  const part = { x: 10, y: 20, width: 10, height: 20 }
  expect([changedPart(shape, more), changedPart(more, shape)]).toEqual([part, part])
  const less = removeVertex(shape, at(0, 1))
  expect(changedPart(shape, less)).toEqual({ x: 0, y: 0, width: 100, height: 0 })
})

test('a hole less changes its place', () => {
  const filled = [{ outer, holes: [] }]
  expect(changedPart(shape, filled)).toEqual({ x: 20, y: 20, width: 20, height: 20 })
  expect(changedPart(shape, [])).toEqual({ x: 0, y: 0, width: 100, height: 100 })
  const others = [{ outer: [200, 0, 210, 0, 210, 10], holes: [] }]
  expect(changedPart(filled, others)).toEqual({ x: 0, y: 0, width: 210, height: 100 })
})

test('in several rings at once, and with another start, only what differs counts', () => {
  const again: MultiPolygon = [
    {
      outer: [100, 0, 100, 60, 100, 100, 0, 100, 0, 0, 50, 0],
      holes: [
        [20, 20, 20, 40, 40, 40],
        [90, 70, 95, 70, 95, 75],
      ],
    },
  ]
  expect(changedPart(shape, again)).toEqual({ x: 90, y: 0, width: 10, height: 100 })
})

test('the same shape, or one of the same vertices, is not changed', () => {
  expect(changedPart(shape, shape)).toBeNull()
  expect(changedPart(shape, [{ outer: [...outer], holes: [hole] }])).toBeNull()
  expect(changedPart([], [])).toBeNull()
})
