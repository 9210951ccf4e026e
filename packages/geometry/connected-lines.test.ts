import { expect, test } from 'vitest'
import { connectedLines } from './connected-lines.ts'
import { cutLines } from './line.ts'
import { smoothLines } from './smooth-outline.ts'

const stem = [0, 0, 100, 30]
const branch = [50, 15, 50, 60]
const crossing = [80, 0, 80, 90]

test('lines are connected by an end on another, not by crossing', () => {
  expect(connectedLines([stem, crossing, branch])).toEqual([[crossing], [stem, branch]])
  // The end of the branch is rounded to hundredths of a pixel.
  expect(connectedLines([stem, [33.33, 10, 33, 60]])).toHaveLength(1)
  expect(connectedLines([stem, branch], () => true)).toEqual([[stem], [branch]])
})

test('lines are cut where an open line crosses them, also several times', () => {
  const along = [20, -10, 20, 90, 60, 90, 60, -10]
  expect(cutLines([[0, 0, 40, 0, 100, 0], branch], along)).toEqual([
    [0, 0, 20, 0],
    [20, 0, 40, 0, 60, 0],
    [60, 0, 100, 0],
    branch,
  ])
})

test('lines are not cut between the ends of an open line', () => {
  const along = [-10, 10, -10, -10, 10, -10]
  expect(cutLines([[-9, 5, 50, 5]], along)).toEqual([[-9, 5, 50, 5]])
})

test('smoothing a line keeps its ends and what is wide', () => {
  const wave = Array.from({ length: 81 }, (_, i) => [2 * i, 20 * Math.sin((i * Math.PI) / 40)])
  const [smooth = []] = smoothLines([wave.flat()], 8)
  expect(smooth.slice(0, 2)).toEqual([0, 0])
  expect(smooth.slice(-2)).toEqual(wave.at(-1))
  const heights = smooth.filter((_, i) => i % 2 === 1)
  expect(Math.max(...heights)).toBeCloseTo(20, 0)
  expect(Math.min(...heights)).toBeCloseTo(-20, 0)
})
