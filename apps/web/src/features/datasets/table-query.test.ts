import { expect, test } from 'vitest'

import { dayOf } from '../../ui/day.ts'
import { changedTable, tableQueryOf, usualTable } from './table-query.ts'

test('at first the table shows the studies of the day, the newest first, a hundred to a page', () => {
  expect(tableQueryOf(usualTable('2026-03-01'))).toEqual({
    query: {
      studyDate__gte: '2026-03-01',
      studyDate__lte: '2026-03-01',
      order: 'studyDateTime',
      ascending: 'false',
    },
    limit: 100,
    page: 1,
  })
})

test('a day is written as in the user’s own time zone', () => {
  expect(dayOf(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05')
  expect(dayOf(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
})

test('what the server would refuse is left out', () => {
  const broken = new URLSearchParams('studyDate__gte=2026-02-30&stateMICS=Lost&limit=7&page=-1')
  expect(tableQueryOf(broken)).toEqual({ query: { order: 'studyDateTime' }, limit: 100, page: 1 })
})

test('another filter, order or number of rows leads to the first page', () => {
  const third = changedTable(usualTable('2026-03-01'), { page: '3' })
  expect(tableQueryOf(third).page).toBe(3)
  expect(tableQueryOf(changedTable(third, { limit: '50' }))).toMatchObject({ limit: 50, page: 1 })
  const all = changedTable(third, { studyDate__gte: undefined, studyDate__lte: undefined })
  expect(tableQueryOf(all)).toMatchObject({ query: { order: 'studyDateTime' }, page: 1 })
})

test('where there are no studies the table is not narrowed to a day', () => {
  expect(tableQueryOf(usualTable(null)).query).toEqual({
    order: 'studyDateTime',
    ascending: 'false',
  })
})
