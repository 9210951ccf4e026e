import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonListError, readJsonLists } from './json-lists.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

interface Found {
  readonly list: string
  readonly value: unknown
}

function read(text: string | Uint8Array, chunkLength = 7, longestBytes = 10_000): Found[] {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text
  const found: Found[] = []
  const reader = readJsonLists({
    wanted: new Set(['images', 'annotations']),
    longestBytes,
    onElement: (element) => {
      const there = bytes.subarray(element.start, element.start + element.length)
      expect(there).toEqual(element.bytes)
      found.push({ list: element.list, value: JSON.parse(decoder.decode(element.bytes)) })
    },
  })
  for (let at = 0; at < bytes.length; at += chunkLength) {
    reader.push(bytes.subarray(at, at + chunkLength))
  }
  reader.end()
  return found
}

describe('the lists of a document', () => {
  test('arrive element by element, whatever is between them and wherever the text is cut', () => {
    const document = fc.record({
      info: fc.jsonValue(),
      images: fc.array(fc.jsonValue()),
      '한글 "key" [': fc.jsonValue(),
      annotations: fc.array(fc.jsonValue()),
      last: fc.jsonValue(),
    })
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 40 }), fc.nat(4), (value, cut, indent) => {
        const expected = (['images', 'annotations'] as const).flatMap((list) =>
          value[list].map((each) => ({ list, value: JSON.parse(JSON.stringify(each)) })),
        )
        expect(read(JSON.stringify(value, null, indent), cut)).toEqual(expected)
      }),
    )
  })

  test('may be empty, absent, or follow a byte order mark', () => {
    expect(read('{}')).toEqual([])
    expect(read('{"images": [ ], "annotations":[]}')).toEqual([])
    expect(read('\uFEFF{"images":[1]}', 100)).toEqual([{ list: 'images', value: 1 }])
  })

  test('are found at the top alone', () => {
    expect(read('{"info":{"images":[1]},"annotations":[{"images":[2]}]}')).toEqual([
      { list: 'annotations', value: { images: [2] } },
    ])
  })
})

const withFault = (fault: object) =>
  expect.objectContaining({ fault: expect.objectContaining(fault) })

describe('a document is refused', () => {
  test.each([
    ['that is a list', '[]', 'no_object'],
    ['that is empty', '', 'cut'],
    ['that stops in a list', '{"images":[1,', 'cut'],
    ['that stops in a string', '{"images":["', 'cut'],
    ['with a comma too many', '{"images":[1,]}', 'no_value'],
    ['without a comma', '{"images":[1 2]}', 'no_comma'],
    ['without a colon', '{"images"[1]}', 'no_colon'],
    ['with a key that is none', '{images:[1]}', 'no_key'],
    ['with something behind it', '{"images":[]}{}', 'more'],
    ['whose list is none', '{"images":{"a":1}}', 'not_a_list'],
    ['whose list comes twice', '{"images":[1],"images":[2]}', 'list_twice'],
  ])('%s', (_, text, kind) => {
    expect(() => read(text)).toThrow(JsonListError)
    expect(() => read(text)).toThrow(withFault({ kind }))
  })

  test('if it is nested 10,000 deep, inside or outside the lists', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    expect(() => read(`{"images":[${deep}]}`)).toThrow(withFault({ kind: 'nesting' }))
    expect(() => read(`{"info":${deep}}`, 5000)).toThrow(withFault({ kind: 'nesting' }))
  })

  test('if one entry would fill the memory', () => {
    const text = `{"images":["${'a'.repeat(5000)}"]}`
    expect(() => read(text, 100, 1000)).toThrow(
      withFault({ kind: 'long_entry', longestBytes: 1000 }),
    )
    expect(read(text, 100, 6000)).toHaveLength(1)
  })

  test('for any bytes, with no other error', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 9 }), (bytes, cut) => {
        expect(refusal(() => read(bytes, cut))).toBeOneOf([undefined, JsonListError])
      }),
    )
  })
})

function refusal(act: () => unknown): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.constructor : error
  }
}
