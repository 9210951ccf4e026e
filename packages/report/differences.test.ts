import { expect, test } from 'vitest'

import { differencesOf, summaryOf } from './differences.ts'
import { writingIn } from './language.ts'
import type { Trend, TrendPoint } from './trends.ts'

const writing = writingIn('en', 'UTC')

function point(day: string, value: number, more: Partial<TrendPoint> = {}): TrendPoint {
  return { day, eye: 'right', value, uncertainty: 3, text: `${value} µm`, changes: [], ...more }
}

function craeOf(...points: TrendPoint[]): Trend {
  return { key: 'crae', name: 'CRAE', title: 'CRAE (µm)', unit: 'µm', points }
}

const lastOf = (trend: Trend) => differencesOf({ trends: [trend], samePlaces: [] }, writing)

// 1.96 · √(3² + 3²) = 8.3.
test.each([
  [140, 148, 'within', '+8.0'],
  [140, 131.5, 'larger', '−8.5'],
] as const)('from %d to %d µm is %s the uncertainty', (before, now, verdict, change) => {
  const [difference] = lastOf(craeOf(point('2025-01-02', before), point('2026-01-02', now)))
  expect(difference).toMatchObject({
    measure: 'CRAE',
    eye: 'Right eye (OD)',
    change,
    explained: '± 8.3',
    verdict,
  })
})

test('each eye is compared with its own last visit, and not across a change of method', () => {
  const trend = craeOf(
    point('2024-01-02', 100),
    point('2025-01-02', 140),
    point('2025-01-02', 150, { eye: 'left' }),
    point('2026-01-02', 170, { eye: 'left' }),
    point('2026-01-02', 180, { changes: ['camera'] }),
  )
  const differences = lastOf(trend)
  expect(differences.map(({ eye, verdict, before }) => [eye, verdict, before])).toEqual([
    ['Right eye (OD)', 'notComparable', '2025-01-02: 140 µm'],
    ['Left eye (OS)', 'larger', '2025-01-02: 150 µm'],
  ])
  expect(summaryOf(differences, writing)).toContain('CRAE, Left eye (OS) (+20.0)')
  expect(summaryOf(differences.slice(0, 1), writing)).toContain('No values can be compared')
  expect(lastOf(craeOf(point('2026-01-02', 1)))).toEqual([])
})
