import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { escapeXml, readXml, XmlError } from './xml.ts'

function eventsOf(pieces: readonly string[]): string[] {
  const events: string[] = []
  const reader = readXml({
    onOpen: (name, attributes) => events.push(`<${name} ${JSON.stringify([...attributes])}`),
    onText: (text) => events.push(text),
    onClose: (name) => events.push(`>${name}`),
  })
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return events
}

function faultOf(text: string): string | undefined {
  try {
    eventsOf([text])
    return undefined
  } catch (error) {
    if (error instanceof XmlError) return error.fault
    throw error
  }
}

const document =
  '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- a > b -->\n<a x="1 &lt; 2 > 0" y=\'"\'>' +
  'one &amp; &#50;&#x33;<b/><![CDATA[<raw> & ]] ]]></a >\n'

test('reads elements, attributes, text and sections, however the text is cut', () => {
  const whole = eventsOf([document])
  expect(whole).toEqual([
    '<a [["x","1 < 2 > 0"],["y","\\""]]',
    'one & 23',
    '<b []',
    '>b',
    '<raw> & ]] ',
    '>a',
  ])
  expect(eventsOf(Array.from(document, String))).toEqual(whole)
})

const characters = [
  'a',
  '가',
  '😀',
  '<',
  '>',
  '&',
  '"',
  "'",
  ' ',
  '\n',
  '\r',
  '\0',
  '\uD800',
  ';',
  '#',
]

test('every text survives escaping, in an attribute and in an element', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...characters) }), (text) => {
      const escaped = escapeXml(text)
      const [open = '', inside = ''] = eventsOf([`<a x="${escaped}">${escaped}</a>`])
      const expected = text.toWellFormed().replaceAll('\0', '\uFFFD')
      expect(open).toBe(`<a ${JSON.stringify([['x', expected]])}`)
      expect(text === '' ? '' : inside).toBe(expected)
    }),
  )
})

test.each([
  ['doctype', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['doctype', '<?xml version="1.0"?><!DOCTYPE a SYSTEM "http://example.org/a.dtd"><a/>'],
  ['malformed', '<a>&b;</a>'],
  ['malformed', '<a>& b;</a>'],
  ['malformed', '<a>&#0;</a>'],
  ['encoding', '<?xml version="1.0" encoding="euc-kr"?><a/>'],
  ['nesting', '<a>'.repeat(20)],
  ['malformed', '<a></b>'],
  ['malformed', '<a x="1" x="2"/>'],
  ['malformed', '<a x=1/>'],
  ['malformed', '<a/><b/>'],
  ['malformed', 'text<a/>'],
  ['cut', '<a><b></b>'],
  ['cut', '<a/><!-- '],
  ['cut', ''],
])('refuses (%s) %s', (fault, text) => {
  expect(faultOf(text)).toBe(fault)
})

test('a text without end is refused before it fills the memory', () => {
  const piece = ' '.repeat(4 * 1024 * 1024)
  expect(() => eventsOf(['<a x="', ...Array.from({ length: 10 }, () => piece)])).toThrow('long')
})
