import { expect, test } from 'vitest'

import { ago, bareMoment, inUtc, inUtcToTheSecond, momentText } from './time.ts'

const now = Date.parse('2026-01-31T10:00:00Z')

test.each([
  ['2026-01-31T10:00:00Z', '0 seconds ago'],
  ['2026-01-31T10:00:30Z', '0 seconds ago'],
  ['2026-01-31T09:59:01Z', '59 seconds ago'],
  ['2026-01-31T09:58:01Z', '1 minute ago'],
  ['2026-01-30T10:00:00Z', '1 day ago'],
  ['2026-01-10T10:00:00Z', '3 weeks ago'],
  ['2023-01-31T10:00:00Z', '3 years ago'],
])('%s is %s', (instant, words) => {
  expect(ago(instant, now)).toBe(words)
})

test('an instant in UTC is shown to the minute', () => {
  expect(inUtc('2026-01-31T10:20:30.000Z')).toBe('2026-01-31 10:20')
})

test('an instant in UTC is shown to the second', () => {
  expect(inUtcToTheSecond('2026-01-31T10:20:30.123Z')).toBe('2026-01-31 10:20:30')
})

test('an instant is shown in a zone, at 24 hours, on the day of that zone', () => {
  expect(momentText('2026-01-31T15:30:00.000Z', 'Asia/Seoul')).toBe('2026-02-01 00:30 (UTC+9)')
  expect(momentText('2026-01-31T15:30:00.000Z', 'UTC')).toBe('2026-01-31 15:30 (UTC)')
  expect(bareMoment('2026-01-31T15:30:00.000Z', 'America/St_Johns')).toBe('2026-01-31 12:00')
})
