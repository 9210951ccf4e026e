import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { frameOf, FrameReader } from './frames.ts'

const text = (message: Uint8Array): string => new TextDecoder().decode(message)
const bytes = (message: string): Uint8Array => new TextEncoder().encode(message)
const longest = 10_000_000

describe('frames', () => {
  test('carry messages of any size', () => {
    const message = new Uint8Array(3_000_000).fill(0x41)
    const [read] = new FrameReader(longest).push(frameOf(message))
    expect(read?.length).toBe(message.length)
  })

  test('are read however they are cut into chunks', () => {
    // The two characters that are taken out are the frame's own.
    const messages = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 5 })
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 9 }), (sent, size) => {
        const clean = sent.map((message) =>
          message.replaceAll('\u000B', '').replaceAll('\u001C', ''),
        )
        const stream = clean.flatMap((message) => [...frameOf(bytes(message))])
        const reader = new FrameReader(longest)
        const read: string[] = []
        for (let at = 0; at < stream.length; at += size)
          read.push(...reader.push(Uint8Array.from(stream.slice(at, at + size))).map(text))
        expect(read).toEqual(clean)
      }),
    )
  })

  test('start again at a start byte, and bytes between frames are ignored', () => {
    const reader = new FrameReader(longest)
    const half = frameOf(bytes('half')).slice(0, 3)
    const read = [
      ...reader.push(half),
      ...reader.push(bytes('\r\n')),
      ...reader.push(frameOf(bytes('MSH'))),
    ]
    expect(read.map(text)).toEqual(['MSH'])
    expect(reader.push(bytes('noise'))).toEqual([])
  })

  test('are refused beyond the limit, whether or not they end', () => {
    expect(() => new FrameReader(4).push(frameOf(bytes('12345')))).toThrow(RangeError)
    const reader = new FrameReader(4)
    reader.push(Uint8Array.of(0x0b, 0x31, 0x32))
    expect(() => reader.push(bytes('345'))).toThrow(RangeError)
  })
})
