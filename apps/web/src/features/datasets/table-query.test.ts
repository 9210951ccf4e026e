import { expect, test } from 'vitest'

import { dayOf } from '../../ui/day.ts'
import { changedTable, tableQueryOf, usualTable } from './table-query.ts'

test('the table initially shows the studies of the day, newest first, a hundred per page', () => {
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

test('a day is that of the user’s time zone', () => {
  expect(dayOf(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05')
  expect(dayOf(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
})

test('values that the server would refuse are dropped', () => {
  const broken = new URLSearchParams('studyDate__gte=2026-02-30&stateMICS=Lost&limit=7&page=-1')
  expect(tableQueryOf(broken)).toEqual({ query: { order: 'studyDateTime' }, limit: 100, page: 1 })
})

test('a new filter, order or number of rows returns to the first page', () => {
  const third = changedTable(usualTable('2026-03-01'), { page: '3' })
  expect(tableQueryOf(third).page).toBe(3)
  expect(tableQueryOf(changedTable(third, { limit: '50' }))).toMatchObject({ limit: 50, page: 1 })
  const all = changedTable(third, { studyDate__gte: undefined, studyDate__lte: undefined })
  expect(tableQueryOf(all)).toMatchObject({ query: { order: 'studyDateTime' }, page: 1 })
})

test('the table is not limited to a day if there are no studies', () => {
  expect(tableQueryOf(usualTable(null)).query).toEqual({
    order: 'studyDateTime',
    ascending: 'false',
  })
})
