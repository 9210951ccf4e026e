import { describe, expect, test } from 'vitest'
import { parseSegmentation, SegmentationError, toSegmentation } from './segmentation.ts'

const triangle = [0, 0, 10, 0, 10, 10]
const hole = [7, 2, 8, 2, 8, 3]
const solid = [{ outer: triangle, holes: [] }]
const holed = [{ outer: triangle, holes: [hole] }, ...solid]

test('without holes it is COCO flat polygons, with holes rings', () => {
  expect(toSegmentation(solid)).toEqual([triangle])
  expect(toSegmentation([])).toEqual([])
  expect(toSegmentation(holed)).toEqual({ rings: [[triangle, hole], [triangle]] })
})

test('both forms come back as they were, through JSON', () => {
  for (const shape of [[], solid, holed]) {
    expect(parseSegmentation(JSON.parse(JSON.stringify(toSegmentation(shape))))).toEqual(shape)
  }
  expect(parseSegmentation({ rings: [[triangle]] })).toEqual(solid)
})

describe('refused, with the fault and its place', () => {
  test.each([
    [null, { kind: 'form' }],
    ['0 0 1 1', { kind: 'form' }],
    [{ size: [9, 9], counts: 'x' }, { kind: 'form' }],
    [{ rings: 5 }, { kind: 'form' }],
    [{ rings: [[triangle], []] }, { kind: 'no_rings', polygon: 1 }],
    [{ rings: [triangle] }, { kind: 'ring_form', polygon: 0, ring: 0 }],
    [[triangle, 5], { kind: 'ring_form', polygon: 1, ring: 0 }],
    [[[0, 0, 1, 1]], { kind: 'few_points', polygon: 0, ring: 0 }],
    [[[]], { kind: 'few_points', polygon: 0, ring: 0 }],
    [{ rings: [[triangle, [...hole, 1]]] }, { kind: 'odd_coordinates', polygon: 0, ring: 1 }],
    [[[0, 0, 1, 0, 1, '1']], { kind: 'not_finite', polygon: 0, ring: 0 }],
    [[[0, 0, 1, 0, 1, Number.NaN]], { kind: 'not_finite', polygon: 0, ring: 0 }],
  ])('%j', (value, fault) => {
    const parse = () => parseSegmentation(value)
    expect(parse).toThrow(SegmentationError)
    expect(parse).toThrow(expect.objectContaining({ fault }))
  })
})
