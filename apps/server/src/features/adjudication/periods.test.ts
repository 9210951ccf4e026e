import { expect, test } from 'vitest'

import { periodOf } from './periods.ts'

test('a month is told by days, half a year by weeks, longer by months', () => {
  expect(periodOf(['2026-03-01', '2026-03-31'])('2026-03-04')).toBe('2026-03-04')
  const weekly = periodOf(['2026-01-01', '2026-06-30'])
  expect(['2026-03-29', '2026-03-30', '2026-04-05'].map(weekly)).toEqual([
    '2026-03-23',
    '2026-03-30',
    '2026-03-30',
  ])
  expect(periodOf(['2025-01-01', '2026-06-30'])('2026-03-29')).toBe('2026-03-01')
})
