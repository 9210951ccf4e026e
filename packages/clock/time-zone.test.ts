import { expect, test } from 'vitest'

import { readIso, type ClockTime } from './clock-time.ts'
import { isTimeZone, offsetAt, offsetOf, orderMs } from './time-zone.ts'

function clock(text: string): ClockTime {
  const at = readIso(text)
  if (at === undefined) throw new Error(`${text} is no clock time`)
  return at
}

test.each([
  ['Asia/Seoul', true],
  ['America/St_Johns', true],
  ['UTC', true],
  ['+09:00', true],
  ['-13:00', false],
  ['Asia/Atlantis', false],
  ['', false],
])('%s is a time zone: %s', (zone, expected) => {
  expect(isTimeZone(zone)).toBe(expected)
})

test.each([
  ['Asia/Seoul', '2026-07-14T00:00:00Z', '+09:00'],
  ['UTC', '2026-07-14T00:00:00Z', '+00:00'],
  ['America/St_Johns', '2026-07-14T00:00:00Z', '-02:30'],
  ['America/St_Johns', '2026-01-14T00:00:00Z', '-03:30'],
  ['-02:30', '2026-01-14T00:00:00Z', '-02:30'],
])('the offset of %s at %s is %s', (zone, instant, expected) => {
  expect(offsetAt(zone, new Date(instant))).toBe(expected)
})

// Clocks of St John's go from 02:00 to 03:00 on 8 March 2026, and back on 1 November.
test.each([
  ['Asia/Seoul', '2026-07-14T00:05:00', '+09:00'],
  ['UTC', '2026-03-29T01:30:00', '+00:00'],
  ['America/St_Johns', '2026-03-08T01:59:59', '-03:30'],
  ['America/St_Johns', '2026-03-08T02:30:00', '-03:30'],
  ['America/St_Johns', '2026-03-08T03:00:00', '-02:30'],
  ['America/St_Johns', '2026-11-01T00:59:59', '-02:30'],
  ['America/St_Johns', '2026-11-01T01:30:00', '-02:30'],
  ['America/St_Johns', '2026-11-01T02:00:00', '-03:30'],
  ['America/St_Johns', '2026-12-31T23:59:59', '-03:30'],
])('a clock in %s that shows %s is at %s', (zone, text, expected) => {
  expect(offsetOf(zone, clock(text))).toBe(expected)
})

test('a day alone has no offset', () => {
  expect(offsetOf('Asia/Seoul', clock('2026-07-14'))).toBe(null)
})

test.each<[string | null, readonly string[]]>([
  // Without a zone: the clock's reading, whatever offset is stated.
  [null, ['2026-07-14', '2026-07-14T09:00:00+09:00', '2026-07-14T09:10:00', '2026-07-15']],
  ['Asia/Seoul', ['2026-07-14', '2026-07-14T09:00:00+09:00', '2026-07-14T09:10:00', '2026-07-15']],
  // The hour that occurs twice.
  [
    'America/St_Johns',
    [
      '2026-11-01T01:10:00',
      '2026-11-01T01:50:00-02:30',
      '2026-11-01T01:10:00-03:30',
      '2026-11-01T02:00:00',
    ],
  ],
  // Another clock on its way over midnight.
  ['Asia/Seoul', ['2026-07-15T00:10:00', '2026-07-14T13:00:00-02:30', '2026-07-15T00:40:00']],
])('with the zone %s, clock times have their order', (zone, texts) => {
  const shuffled = texts.toReversed()
  const sorted = shuffled.toSorted((a, b) => orderMs(clock(a), zone) - orderMs(clock(b), zone))
  expect(sorted).toEqual(texts)
})
