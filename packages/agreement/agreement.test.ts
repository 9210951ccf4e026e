import { describe, expect, test } from 'vitest'

import { fQuantile, tQuantile } from './distribution.ts'
import type { Estimate } from './estimate.ts'
import { kappa } from './kappa.ts'
import { intraclassCorrelation, limitsOfAgreement, type NumberPair } from './numbers.ts'

function rounded(estimate: Estimate | null | undefined, digits: number): number[] {
  const { value = NaN, low = NaN, high = NaN } = estimate ?? {}
  return [value, low, high].map((each) => Number(each.toFixed(digits)))
}

const alwaysSame = [
  [3, 0],
  [0, 4],
]
const oneChoice = [
  [7, 0],
  [0, 0],
]

describe('kappa', () => {
  test('is that of SAS PROC FREQ, with its interval', () => {
    const table = [
      [0, 4, 1],
      [0, 8, 0],
      [0, 1, 5],
    ]
    expect(rounded(kappa(table, 'nominal'), 4)).toEqual([0.4842, 0.2137, 0.7547])
  })

  test('with squared weights is that of irr::kappa2 for its anxiety ratings', () => {
    const second = [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4]
    const third = [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2]
    const levels = [1, 2, 3, 4, 6]
    const table = levels.map((a) =>
      levels.map((b) => second.filter((one, i) => one === a && third[i] === b).length),
    )
    expect(kappa(table, 'ordered')?.value).toBeCloseTo(0.2520325, 7)
    expect(kappa(table, 'nominal')?.value).toBeCloseTo(-0.006289308, 7)
  })

  test('is 1 for readers who always agree, and undefined if only one option was chosen', () => {
    expect(rounded(kappa(alwaysSame, 'ordered'), 9)).toEqual([1, 1, 1])
    expect(kappa(oneChoice, 'nominal')).toBeNull()
    expect(kappa([], 'nominal')).toBeNull()
  })
})

describe('numbers', () => {
  test('have the intraclass correlation of Shrout and Fleiss', () => {
    const ratings = [
      [9, 2, 5, 8],
      [6, 1, 3, 2],
      [8, 4, 6, 8],
      [7, 1, 2, 6],
      [10, 5, 6, 9],
      [6, 2, 4, 7],
    ]
    expect(rounded(intraclassCorrelation(ratings), 2)).toEqual([0.29, 0.02, 0.76])
  })

  test('have a correlation below 1 for a constant difference, and 1 without any', () => {
    expect(
      intraclassCorrelation([
        [1, 3],
        [2, 4],
        [5, 7],
      ])?.value,
    ).toBeLessThan(0.8)
    const same = intraclassCorrelation([
      [1, 1],
      [2, 2],
      [5, 5],
    ])
    expect(rounded(same, 9)).toEqual([1, 1, 1])
    expect(
      intraclassCorrelation([
        [4, 4],
        [4, 4],
      ]),
    ).toBeNull()
    expect(intraclassCorrelation([[1, 2]])).toBeNull()
  })

  test('have the limits of agreement of Bland and Altman for two peak flow meters', () => {
    const wright = [
      494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427,
    ]
    const mini = [
      512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451,
    ]
    const pairs = wright.map((one, i): NumberPair => [one, mini[i] ?? 0])
    const { bias, lower, upper } = limitsOfAgreement(pairs) ?? {}
    expect(rounded(bias, 1)).toEqual([-2.1, -22, 17.8])
    // The paper has 2 standard deviations of 38.8 in place of 1.96, and rounds on the way.
    expect(lower?.value).toBeCloseTo(-2.1 - 1.96 * 38.8, 0)
    expect(upper?.value).toBeCloseTo(-2.1 + 1.96 * 38.8, 0)
    expect((upper?.high ?? 0) - (upper?.value ?? 0)).toBeCloseTo(34.6, 0)
    expect(limitsOfAgreement([[1, 2]])).toBeNull()
  })
})

test('quantiles are those of printed tables', () => {
  expect(tQuantile(1)).toBeCloseTo(12.706, 3)
  expect(tQuantile(16)).toBeCloseTo(2.12, 3)
  expect(tQuantile(120)).toBeCloseTo(1.98, 3)
  expect(fQuantile(0.975, 5, 15)).toBeCloseTo(3.576, 3)
  expect(fQuantile(0.975, 1, 1)).toBeCloseTo(647.789, 2)
})
