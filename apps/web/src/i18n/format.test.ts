import { describe, expect, test } from 'vitest'

import { ago, duration, fileSize, inUtc, inUtcToTheSecond } from './format.ts'

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

describe('the size of a file', () => {
  test.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1500, '1.5 kB'],
    [2_259_744, '2.3 MB'],
    [7_000_000_000_000, '7,000 GB'],
  ])('%d bytes are %s', (bytes, words) => {
    expect(fileSize(bytes)).toBe(words)
  })
})

test('an instant in UTC is shown to the minute', () => {
  expect(inUtc('2026-01-31T10:20:30.000Z')).toBe('2026-01-31 10:20')
})

test('an instant in UTC is shown to the second', () => {
  expect(inUtcToTheSecond('2026-01-31T10:20:30.123Z')).toBe('2026-01-31 10:20:30')
})

test.each([
  [0, '0 seconds'],
  [61, '1 minute 1 second'],
  [3 * 86_400 + 4 * 3600 + 59, '3 days 4 hours'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})
