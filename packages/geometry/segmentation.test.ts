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

describe('refused, with what is wrong and where', () => {
  test.each([
    [null, 'not a segmentation', null, null],
    ['0 0 1 1', 'not a segmentation', null, null],
    [{ size: [9, 9], counts: 'x' }, 'not a segmentation', null, null],
    [{ rings: 5 }, 'not a segmentation', null, null],
    [{ rings: [[triangle], []] }, 'polygon without rings', 1, null],
    [{ rings: [triangle] }, 'ring is not a list', 0, 0],
    [[triangle, 5], 'ring is not a list', 1, 0],
    [[[0, 0, 1, 1]], 'too few points', 0, 0],
    [[[]], 'too few points', 0, 0],
    [{ rings: [[triangle, [...hole, 1]]] }, 'odd number of coordinates', 0, 1],
    [[[0, 0, 1, 0, 1, '1']], 'coordinate is not a finite number', 0, 0],
    [[[0, 0, 1, 0, 1, Number.NaN]], 'coordinate is not a finite number', 0, 0],
  ])('%j', (value, fault, polygon, ring) => {
    const parse = () => parseSegmentation(value)
    expect(parse).toThrow(SegmentationError)
    expect(parse).toThrow(expect.objectContaining({ fault, polygon, ring }))
  })

  test('in words', () => {
    expect(() => parseSegmentation([triangle, [0, 0, 1, 1]])).toThrow(
      'Segmentation refused: too few points, polygon 1, ring 0.',
    )
  })
})
