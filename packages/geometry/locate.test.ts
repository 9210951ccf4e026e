import { expect, test } from 'vitest'
import { containsPoint, distanceToOutline, nearestEdge, nearestVertex } from './locate.ts'
import { nearestOnSegment } from './point.ts'
import {
  edgesCrossAt,
  insertVertex,
  moveVertex,
  removeVertex,
  ringAt,
  vertexAt,
} from './vertices.ts'

const shape = [
  { outer: [0, 0, 10, 0, 10, 10, 0, 10], holes: [[3, 3, 3, 7, 7, 7, 7, 3]] },
  { outer: [20, 0, 30, 0, 30, 10], holes: [] },
]

test('a hole is not inside', () => {
  expect(containsPoint(shape, { x: 1, y: 1 })).toBe(true)
  expect(containsPoint(shape, { x: 5, y: 5 })).toBe(false)
  expect(containsPoint(shape, { x: 28, y: 5 })).toBe(true)
  expect(containsPoint(shape, { x: 22, y: 5 })).toBe(false)
  expect(containsPoint([], { x: 0, y: 0 })).toBe(false)
})

test('a border belongs to one of two neighbours', () => {
  const left = [{ outer: [0, 0, 10, 0, 10, 10, 0, 10], holes: [] }]
  const right = [{ outer: [10, 0, 20, 0, 20, 10, 10, 10], holes: [] }]
  const point = { x: 10, y: 5 }
  expect([containsPoint(left, point), containsPoint(right, point)]).toEqual([false, true])
})

test('the nearest vertex and edge, those of holes too', () => {
  expect(nearestVertex(shape, { x: 4, y: 4 })?.address).toEqual({ polygon: 0, ring: 1, vertex: 0 })
  expect(nearestEdge(shape, { x: 25, y: -2 })).toEqual({
    address: { polygon: 1, ring: 0, vertex: 0 },
    at: { x: 25, y: 0 },
    distance: 2,
  })
  expect(distanceToOutline(shape, { x: 5, y: 5 })).toBe(2)
  expect(distanceToOutline([], { x: 5, y: 5 })).toBe(Infinity)
  expect(nearestVertex([], { x: 5, y: 5 })).toBeNull()
  expect(nearestOnSegment({ x: 9, y: 9 }, { x: 1, y: 1 }, { x: 1, y: 1 })).toEqual({ x: 1, y: 1 })
})

test('vertices are moved, inserted and removed in the ring of their address', () => {
  const hole = { polygon: 0, ring: 1, vertex: 3 }
  expect(moveVertex(shape, hole, { x: 8, y: 2 })[0]?.holes).toEqual([[3, 3, 3, 7, 7, 7, 8, 2]])
  expect(insertVertex(shape, hole, { x: 5, y: 3 })[0]?.holes).toEqual([
    [3, 3, 3, 7, 7, 7, 7, 3, 5, 3],
  ])
  expect(removeVertex(shape, hole)[0]?.holes).toEqual([[3, 3, 3, 7, 7, 7]])
  expect(removeVertex(removeVertex(shape, hole), hole)[0]?.holes).toEqual([])
  expect(removeVertex(shape, { polygon: 1, ring: 0, vertex: 0 })).toEqual(shape.slice(0, 1))
  expect(vertexAt(shape, hole)).toEqual({ x: 7, y: 3 })
})

test('an address that leads nowhere changes nothing', () => {
  const nowhere = { polygon: 5, ring: 0, vertex: 0 }
  expect(moveVertex(shape, nowhere, { x: 0, y: 0 })).toBe(shape)
  expect(ringAt(shape, { polygon: 0, ring: 2, vertex: 0 })).toBeNull()
  expect(vertexAt(shape, { polygon: 0, ring: 0, vertex: 4 })).toBeNull()
  expect(edgesCrossAt(shape, nowhere)).toBe(false)
})

test('edges at a moved vertex cross their own ring, a hole or another polygon', () => {
  const corner = { polygon: 0, ring: 0, vertex: 0 }
  const crosses = (x: number, y: number) =>
    edgesCrossAt(moveVertex(shape, corner, { x, y }), corner)
  expect(crosses(1, 1)).toBe(false)
  expect(crosses(-5, -5)).toBe(false)
  expect(crosses(5, 5)).toBe(true)
  expect(crosses(12, 9)).toBe(true)
  expect(crosses(40, 5)).toBe(true)
})
