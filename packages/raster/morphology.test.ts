import { describe, expect, test } from 'vitest'

import { findComponents, keepComponents, largestComponent, partsOf } from './components.ts'
import { squaredDistance } from './distance.ts'
import { dilate, erode, open } from './morphology.ts'
import { bitmapOf, drawingOf, greyOf } from './testing/pictures.ts'
import { hysteresis, threshold } from './threshold.ts'

describe('distance and morphology', () => {
  test('distances are those of the nearest pixel inside', () => {
    const marks: [number, number][] = [
      [3, 4],
      [20, 9],
      [11, 17],
    ]
    const bitmap = threshold(
      greyOf(25, 19, (x, y) => (marks.some(([a, b]) => a === x && b === y) ? 1 : 0)),
      1,
    )
    const nearest = greyOf(25, 19, (x, y) =>
      Math.min(...marks.map(([a, b]) => (x - a) ** 2 + (y - b) ** 2)),
    )
    expect(squaredDistance(bitmap).data).toEqual(nearest.data)
  })

  test('nothing is near an empty area', () => {
    expect(drawingOf(dilate(bitmapOf('....', '....'), 100))).toEqual(['....', '....'])
  })

  test('a pixel grows to a disc and shrinks to a pixel again', () => {
    const disc = dilate(bitmapOf('.....', '.....', '..#..', '.....', '.....'), 2)
    expect(drawingOf(disc)).toEqual(['..#..', '.###.', '#####', '.###.', '..#..'])
    expect(drawingOf(erode(disc, 2))).toEqual(['.....', '.....', '..#..', '.....', '.....'])
  })

  test('the border of the image does not wear an area away', () => {
    expect(drawingOf(erode(bitmapOf('###', '###'), 1))).toEqual(['###', '###'])
  })

  test('opening takes thin parts away', () => {
    const drawing = bitmapOf('........', '.###....', '.######.', '.###....', '........')
    expect(drawingOf(open(drawing, 1))).toEqual([
      '........',
      '..##....',
      '.####...',
      '..##....',
      '........',
    ])
  })
})

describe('components', () => {
  const drawing = bitmapOf('##..#', '#..#.', '.....', '#.###', '###.#')

  test('are counted along edges, or at corners too', () => {
    expect([...findComponents(drawing, 4).areas]).toEqual([12, 3, 1, 1, 8])
    expect([...findComponents(drawing, 8).areas]).toEqual([12, 3, 2, 8])
  })

  test('are cut out with their places, the small ones left out', () => {
    const parts = partsOf(drawing, 8, 3)
    expect(parts.map(({ region, area }) => [region, area])).toEqual([
      [{ x: 0, y: 0, width: 2, height: 2 }, 3],
      [{ x: 0, y: 3, width: 5, height: 2 }, 8],
    ])
    expect(parts.map(({ bitmap }) => drawingOf(bitmap))).toEqual([
      ['##', '#.'],
      ['#.###', '###.#'],
    ])
  })

  test('branches that join late are one', () => {
    const fork = bitmapOf('#.#.#', '#.#.#', '#####')
    expect([...findComponents(fork, 4).areas]).toEqual([4, 11])
  })

  test('small ones are dropped, the largest is kept', () => {
    const kept = keepComponents(findComponents(drawing, 8), (size) => size > 2)
    expect(drawingOf(kept)).toEqual(['##...', '#....', '.....', '#.###', '###.#'])
    expect(drawingOf(largestComponent(drawing, 8))).toEqual([
      '.....',
      '.....',
      '.....',
      '#.###',
      '###.#',
    ])
  })

  test('the largest of an empty area is empty', () => {
    expect(drawingOf(largestComponent(bitmapOf('..'), 4))).toEqual(['..'])
  })

  test('hysteresis keeps weak pixels that hang on strong ones', () => {
    const values = [0.9, 0.4, 0.4, 0, 0.4, 0.4, 0.4, 0, 0.9]
    const image = greyOf(9, 1, (x) => values[x] ?? 0)
    const kept = hysteresis(image, { low: 0.3, high: 0.8, smallestArea: 2 })
    expect(drawingOf(kept)).toEqual(['###......'])
  })
})
