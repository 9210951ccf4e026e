import { describe, expect, test } from 'vitest'

import {
  agreementOf,
  intraclassCorrelation,
  jackknifed,
  meanOf,
  medianOf,
  quantileOfF,
  ScoredPixels,
  shareOf,
  shareOfGroups,
} from './statistics.ts'

function scored(positive: readonly number[], negative: readonly number[]): ScoredPixels {
  const pixels = new ScoredPixels()
  for (const score of positive) pixels.add(score, true)
  for (const score of negative) pixels.add(score, false)
  return pixels
}

describe('ICC(2,1)', () => {
  // Six persons judged by four judges: table 2 of Shrout and Fleiss, 1979.
  const judged = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
  ]

  test('is that of the paper, with the interval of McGraw and Wong', () => {
    const { icc, low, high } = intraclassCorrelation(judged)
    expect(icc).toBeCloseTo(0.29, 2)
    expect(low).toBeCloseTo(0.019, 2)
    expect(high).toBeCloseTo(0.761, 2)
  })

  test('counts a constant difference between raters against them', () => {
    const rows = [1, 2, 3, 4, 5].map((value) => [value, value + 2])
    expect(intraclassCorrelation(rows).icc).toBeCloseTo(2.5 / (2.5 + 2), 6)
  })

  test('of three measurements and more only', () => {
    expect(intraclassCorrelation([[1, 2]]).icc).toBeNaN()
  })
})

test('the quantiles of F are those of printed tables', () => {
  expect(quantileOfF(0.95, 5, 10)).toBeCloseTo(3.326, 3)
  expect(quantileOfF(0.975, 14, 14)).toBeCloseTo(2.979, 3)
  expect(quantileOfF(0.95, 1, 4.5)).toBeCloseTo(7.09, 1)
})

test('bias and limits of agreement', () => {
  const { bias, limits, mean, medianChange } = agreementOf([
    [10, 11],
    [20, 22],
    [30, 33],
  ])
  expect(bias).toBeCloseTo(2)
  expect(limits[0]).toBeCloseTo(2 - 1.96, 3)
  expect(limits[1]).toBeCloseTo(2 + 1.96, 3)
  expect(mean).toBeCloseTo(20)
  expect(medianChange).toBeCloseTo(0.1)
})

describe('scored pixels', () => {
  test('the area is the chance that a positive one scores higher, ties by half', () => {
    expect(scored([0.9, 0.8], [0.1, 0.2]).areaUnderCurve()).toBe(1)
    expect(scored([0.5], [0.5]).areaUnderCurve()).toBe(0.5)
    expect(scored([0.9, 0.4], [0.6, 0.1]).areaUnderCurve()).toBe(0.75)
  })

  test('at a threshold', () => {
    const at = scored([0.9, 0.4], [0.6, 0.1]).at(0.5)
    expect(at).toEqual({ dice: 0.5, sensitivity: 0.5, specificity: 0.5 })
  })

  test('those of several photographs are pooled', () => {
    const all = scored([0.9], [])
    all.addAll(scored([], [0.1]))
    expect(all.areaUnderCurve()).toBe(1)
  })
})

test('the interval of a share is that of Wilson', () => {
  const { share, low, high } = shareOf(81, 263)
  expect(share).toBeCloseTo(0.308, 3)
  expect(low).toBeCloseTo(0.2553, 3)
  expect(high).toBeCloseTo(0.3662, 3)
  expect(shareOf(10, 10).high).toBeCloseTo(1, 9)
})

test('the interval of a share widens if observations of a group agree', () => {
  const apart = Array.from({ length: 40 }, (_, i) => ({ count: Number(i % 4 > 0), of: 1 }))
  // One mean is estimated, so that 40 groups of one count as 39.
  expect(shareOfGroups(apart).low).toBeCloseTo(shareOf(29.25, 39).low, 9)
  const together = [10, 10, 10, 0].map((count) => ({ count, of: 10 }))
  const { share, low, high } = shareOfGroups(together)
  expect(share).toBe(0.75)
  // Four groups whose members all agree count as three.
  expect(low).toBeCloseTo(shareOf(2.25, 3).low, 9)
  expect(high).toBeCloseTo(shareOf(2.25, 3).high, 9)
  expect(
    shareOfGroups([
      { count: 7, of: 7 },
      { count: 5, of: 5 },
    ]),
  ).toEqual(shareOf(12, 12))
})

test('the interval of a mean by leaving out one group after the other is that of Student', () => {
  const { low, high } = jackknifed([1, 2, 3, 4, 5], meanOf)
  // Standard error 0.7071, t of four degrees of freedom 2.7764.
  expect(low).toBeCloseTo(3 - 2.7764 * Math.SQRT1_2, 3)
  expect(high).toBeCloseTo(3 + 2.7764 * Math.SQRT1_2, 3)
  expect(jackknifed([1, 2], meanOf).low).toBeNaN()
})

test('the median of an even number is between the middle two', () => {
  expect(medianOf([4, 1, 3, 2])).toBe(2.5)
  expect(medianOf([])).toBeNaN()
})
