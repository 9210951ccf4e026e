import { expect, test } from 'vitest'

import { clockAt, isoSeconds, isoText, orOffset, readIso, shownIso } from './clock-time.ts'

test.each([
  ['2026-07-14', '2026-07-14', '2026-07-14'],
  ['2026-07-14T10:12:30', '2026-07-14T10:12:30', '2026-07-14 10:12'],
  ['2026-07-14T23:59:59.25+09:00', '2026-07-14T23:59:59+09:00', '2026-07-14 23:59 (UTC+9)'],
  ['2026-07-14T00:00:00-02:30', '2026-07-14T00:00:00-02:30', '2026-07-14 00:00 (UTC-2:30)'],
  ['2026-07-14T10:12:30+00:00', '2026-07-14T10:12:30+00:00', '2026-07-14 10:12 (UTC)'],
])('%s is kept, told to the second and shown as the clock said', (text, told, shown) => {
  const at = readIso(text)
  expect(at && isoText(at)).toBe(text)
  expect(at && isoSeconds(at)).toBe(told)
  expect(shownIso(text)).toBe(shown)
})

test.each([
  '2026-02-30',
  '0000-01-01',
  '2026-07-14T24:00:00',
  '2026-07-14T10:12',
  '2026-07-14T10:12:30Z',
  '2026-07-14T10:12:30+15:00',
  '2026-07-14T10:12:30-00:00',
  '2026-07-14+09:00',
])('%s is none', (text) => {
  expect(readIso(text)).toBe(undefined)
})

function given(text: string): string | undefined {
  const at = readIso(text)
  return at && isoText(orOffset(at, '+09:00'))
}

test('only a time without an offset gets one', () => {
  expect(given('2026-07-14T10:12:30')).toBe('2026-07-14T10:12:30+09:00')
  expect(given('2026-07-14T10:12:30-02:30')).toBe('2026-07-14T10:12:30-02:30')
  expect(given('2026-07-14')).toBe('2026-07-14')
})

test('a clock at an offset may show another day than UTC', () => {
  const evening = new Date('2026-07-14T18:30:05.900Z')
  expect(isoText(clockAt(evening, '+09:00'))).toBe('2026-07-15T03:30:05+09:00')
  expect(isoText(clockAt(new Date('2026-07-14T01:00:00Z'), '-02:30'))).toBe(
    '2026-07-13T22:30:00-02:30',
  )
})
