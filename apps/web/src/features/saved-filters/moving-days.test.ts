import { expect, test } from 'vitest'

import { movingBy, onDay, spanOf } from './moving-days.ts'

const week = { studyDate__gte: '2026-02-25', studyDate__lte: '2026-03-03', order: 'id' } as const

test('a span that is saved on one day means the days before another', () => {
  const span = spanOf(week, '2026-03-03')
  expect(span?.name).toBe('lastWeek')
  const saved = span && movingBy(span, week)
  expect(saved).toEqual({ studyDate__gte: 'today-6', studyDate__lte: 'today', order: 'id' })
  expect(saved && onDay(saved, '2026-03-03')).toEqual(week)
  expect(saved && onDay(saved, '2027-01-01')).toMatchObject({
    studyDate__gte: '2026-12-26',
    studyDate__lte: '2027-01-01',
  })
})

test('other days stay as they are', () => {
  expect(spanOf(week, '2026-03-04')).toBeUndefined()
  expect(spanOf({ order: 'id' }, '2026-03-04')).toBeUndefined()
  expect(onDay(week, '2026-05-01')).toEqual(week)
  expect(onDay({ order: 'id' }, '2026-05-01')).toEqual({ order: 'id' })
})
