import { expect, test } from 'vitest'

import { isoText } from './clock-time.ts'
import {
  acquisitionOf,
  dateTimeValue,
  offsetValue,
  parseDateTime,
  parseOffset,
  timeValue,
} from './dicom-time.ts'

test.each([
  ['20260714101230', '2026-07-14T10:12:30'],
  ['20260714101230.000+0900', '2026-07-14T10:12:30+09:00'],
  ['20260714101230.123456-0230', '2026-07-14T10:12:30.123456-02:30'],
  ['20260714101230+0000', '2026-07-14T10:12:30+00:00'],
  ['2026071410 ', '2026-07-14T10:00:00'],
  ['202607141012-0330', '2026-07-14T10:12:00-03:30'],
  ['20260714', '2026-07-14'],
  ['20260714+0900', '2026-07-14'],
  ['202607', undefined],
  ['20260714251230', undefined],
  ['20260714101230+9900', '2026-07-14T10:12:30'],
  ['', undefined],
])('the DT %s is %s', (text, expected) => {
  const at = parseDateTime(text)
  expect(at && isoText(at)).toBe(expected)
})

test.each([
  ['+0900', '+09:00'],
  ['-0330', '-03:30'],
  ['+1400', '+14:00'],
  ['+1500', undefined],
  ['-0000', undefined],
  ['+09:00', undefined],
])('Timezone Offset From UTC %s is %s', (text, expected) => {
  expect(parseOffset(text)).toBe(expected)
})

test.each<[string, Record<string, string>, string | undefined]>([
  [
    'Acquisition DateTime, before all else',
    { '0008002A': '20260714101230', '00080022': '20260713', '00080032': '090000' },
    '2026-07-14T10:12:30',
  ],
  [
    'its own offset, before that of the object',
    { '0008002A': '20260714101230-0230', '00080201': '+0900' },
    '2026-07-14T10:12:30-02:30',
  ],
  [
    'the offset of the object',
    { '00080022': '20260714', '00080032': '235959', '00080201': '+0900' },
    '2026-07-14T23:59:59+09:00',
  ],
  [
    'Acquisition Date and Time, if Acquisition DateTime makes no sense',
    { '0008002A': 'noon', '00080022': '20260714', '00080032': '1012' },
    '2026-07-14T10:12:00',
  ],
  [
    'Content Date and Time',
    { '00080023': '20260714', '00080033': '101230.5' },
    '2026-07-14T10:12:30.5',
  ],
  ['Series Date and Time', { '00080021': '20260714', '00080031': '10' }, '2026-07-14T10:00:00'],
  ['Study Date and Time', { '00080020': '20260714', '00080030': '091000' }, '2026-07-14T09:10:00'],
  [
    'the next time of the same day, if its own is missing',
    {
      '00080022': '20260714',
      '00080023': '20260715',
      '00080033': '0001',
      '00080020': '20260714',
      '00080030': '2359',
    },
    '2026-07-14T23:59:00',
  ],
  ['the day alone, and no midnight', { '00080020': '20260714', '00080201': '+0900' }, '2026-07-14'],
  ['nothing', { '00080030': '091000' }, undefined],
])('an object was acquired at %s', (_, values, expected) => {
  const at = acquisitionOf((tag) => values[tag])
  expect(at && isoText(at)).toBe(expected)
})

test('a clock time is written as DICOM and HL7 have it', () => {
  const at = { day: '2026-07-14', time: '10:12:30', offset: '-02:30' }
  expect(dateTimeValue(at)).toBe('20260714101230-0230')
  expect(dateTimeValue({ ...at, offset: null })).toBe('20260714101230')
  expect(dateTimeValue({ day: '2026-07-14', time: null, offset: null })).toBe('20260714')
  expect([timeValue(at), offsetValue(at)]).toEqual(['101230', '-0230'])
})
