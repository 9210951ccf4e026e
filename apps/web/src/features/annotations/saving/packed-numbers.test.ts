import { expect, test } from 'vitest'

import { packNumbers, unpackNumbers } from './packed-numbers.ts'

const outline = Array.from({ length: 50_000 }, (_, i) => i / 7)
const entry = {
  state: 'dirty',
  server: null,
  local: { id: 'a', text: '눈', geometry: [{ outer: outline, holes: [[0, 0, 5, 0, 5, 5]] }] },
}

test('what was stored is read as it was, number by number', () => {
  expect(unpackNumbers(structuredClone(packNumbers(entry)))).toEqual(entry)
})

test('long outlines are stored as blocks of memory, each once', () => {
  const packed = packNumbers({ before: entry, after: entry }) as {
    before: typeof entry
    after: typeof entry
  }
  const [{ outer: before } = { outer: null }] = packed.before.local.geometry
  const [{ outer: after } = { outer: null }] = packed.after.local.geometry
  expect(before).toBeInstanceOf(Float64Array)
  expect(after).toBe(before)
})

test('a list in which one entry is no number is stored as it is', () => {
  const list = [...outline.slice(0, 100), null]
  expect(packNumbers(list)).toEqual(list)
})

test('data of an earlier version is read unchanged', () => {
  expect(unpackNumbers(structuredClone(entry))).toEqual(entry)
})
