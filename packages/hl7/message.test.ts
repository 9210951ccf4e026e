import { expect, test } from 'vitest'

import { FrameReader, frameOf } from './frames.ts'
import {
  dayOf,
  fieldOf,
  parseMessage,
  segmentOf,
  timeText,
  valueOf,
  writeMessage,
} from './message.ts'

const order = [
  'MSH|^~\\&|HIS|HOSPITAL|FOVEA||202601310900||ORM^O01|42|P|2.5',
  'PID|1||P-1^^^^MR~9^^^^SS||홍^길동',
  'ORC|NW|1001^HIS',
  'NTE|1||a \\T\\ b \\F\\ c\\X0D\\d',
].join('\r')

test('a message is read by segments, fields and components', () => {
  const message = parseMessage(order) ?? []
  expect(valueOf(segmentOf(message, 'MSH'), 9)).toBe('ORM')
  expect(valueOf(segmentOf(message, 'MSH'), 10)).toBe('42')
  expect(valueOf(segmentOf(message, 'PID'), 3)).toBe('P-1')
  expect(valueOf(segmentOf(message, 'PID'), 5, 2)).toBe('길동')
  expect(valueOf(segmentOf(message, 'ORC'), 2, 2)).toBe('HIS')
  expect(valueOf(segmentOf(message, 'NTE'), 3)).toBe('a & b | c\rd')
  expect(valueOf(segmentOf(message, 'ZZZ'), 3)).toBe('')
})

test('other delimiters and line ends are supported; anything but a message is refused', () => {
  const message = parseMessage('MSH#*%!?#A#B\nPID###P-2*x!F!y\n') ?? []
  expect(valueOf(segmentOf(message, 'PID'), 3, 2)).toBe('x#y')
  expect(parseMessage('GET / HTTP/1.1\r\n')).toBeUndefined()
})

test('a written message is read back, whatever the values contain', () => {
  const values = ['a|b^c~d\\e&f', '줄\r바꿈', '']
  const text = writeMessage([
    ['MSH', { 3: 'FOVEA', 9: ['ORU', 'R01'] }],
    ['OBX', { 1: '1', 2: values, 3: 'last' }],
  ])
  expect(text.split('\r')[0]).toBe('MSH|^~\\&|FOVEA||||||ORU^R01')
  const obx = segmentOf(parseMessage(text) ?? [], 'OBX')
  expect([1, 2, 3].map((component) => valueOf(obx, 2, component))).toEqual(values)
  expect(valueOf(obx, 3)).toBe('last')
})

test('a field that was read is written as it was, with repetitions and sub-components', () => {
  const line = 'PID|1||P-1^^^A&1.2&ISO^MR~9^^^^SS||Hong^Gildong^^^^^L^A~홍^길동^^^^^L^P'
  const read = segmentOf(parseMessage(`MSH|^~\\&|HIS\r${line}`) ?? [], 'PID')
  const written = writeMessage([['PID', { 1: '1', 3: fieldOf(read, 3), 5: fieldOf(read, 5) }]])
  expect(written).toBe(`${line}\r`)
})

test('times are written in UTC, days are read from either form', () => {
  expect(timeText(new Date('2026-01-31T09:05:06Z'))).toBe('20260131090506+0000')
  expect([dayOf('20260131'), dayOf('20260131090506+0900'), dayOf('2026')]).toEqual([
    '2026-01-31',
    '2026-01-31',
    '',
  ])
})

test('frames are complete, however the bytes arrive, and bytes between them are ignored', () => {
  const reader = new FrameReader(10)
  const bytes = [...frameOf(Uint8Array.of(1, 2)), 99, ...frameOf(Uint8Array.of(3))]
  const messages = bytes.flatMap((byte) => reader.push(Uint8Array.of(byte)))
  expect(messages.map((message) => [...message])).toEqual([[1, 2], [3]])
  expect(() => reader.push(frameOf(new Uint8Array(11)))).toThrow(RangeError)
})
