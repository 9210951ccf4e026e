import { expect, test } from 'vitest'

import { decodeAscii } from '../character-set.ts'
import { readDataSet } from '../data-set.ts'
import { attributeOf } from '../dictionary/dictionary.ts'
import { dataSetBytes, type ElementSource } from '../testing/build-file.ts'
import { dataSetJson } from './data-set-json.ts'

function jsonOf(bytes: Uint8Array, encoding: 'implicit-little' | 'explicit-little') {
  return dataSetJson(readDataSet(bytes, encoding), {
    decode: decodeAscii,
    encodeBase64: (value) => Buffer.from(value).toString('base64'),
    bulkDataUri: (tag) => tag,
  })
}

const implicit = (...elements: readonly ElementSource[]) =>
  jsonOf(dataSetBytes(elements, 'implicit'), 'implicit-little')

/** A value of one item that has one element, with lengths that are defined. */
function itemOf(element: ElementSource): Uint8Array {
  const content = dataSetBytes([element], 'implicit')
  const header = Buffer.from('feff00e000000000', 'hex')
  header.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, content])
}

test('elements of implicit encoding have the representations of the whole standard', () => {
  const json = implicit(
    ['00180060', 'DS', '120'],
    ['00181210', 'SH', 'BONE'],
    ['00221047', 'UN', itemOf(['00221053', 'FL', new Uint8Array(4)])],
    ['60023000', 'OW', [1, 2]],
    ['60020040', 'CS', 'G'],
  )
  expect(json).toMatchObject({
    '00180060': { vr: 'DS', Value: [120] },
    '00181210': { vr: 'SH', Value: ['BONE'] },
    '00221047': { vr: 'SQ', Value: [{ '00221053': { vr: 'FL', Value: [0] } }] },
    '60023000': { vr: 'OW' },
    '60020040': { vr: 'CS', Value: ['G'] },
  })
})

test("attributes about pixels have the pixels' sign, also in items", () => {
  const value = 0x8000
  const padding: ElementSource = ['00280120', 'US', value]
  const item = itemOf(padding)
  expect(implicit(padding)['00280120']).toEqual({ vr: 'US', Value: [value] })
  expect(implicit(['00280103', 'US', 1], padding, ['52009229', 'UN', item])).toMatchObject({
    '00280120': { vr: 'SS', Value: [-value] },
    '52009229': { vr: 'SQ', Value: [{ '00280120': { vr: 'SS', Value: [-value] } }] },
  })
})

test('a sequence is known by the length that it does not define, and behind UN', () => {
  const item = Buffer.from('feff00e0ffffffff', 'hex')
  const ends = Buffer.from('feff0de000000000feffdde000000000', 'hex')
  const value = Buffer.concat([item, dataSetBytes([['00100020', 'LO', 'P1']], 'implicit'), ends])
  const within = { vr: 'SQ', Value: [{ '00100020': { vr: 'LO', Value: ['P1'] } }] }
  const header = Buffer.from('09001010ffffffff', 'hex')
  expect(jsonOf(Buffer.concat([header, value]), 'implicit-little')).toEqual({ '00091010': within })
  const unknown: ElementSource = ['00081140', 'UN', itemOf(['00100020', 'LO', 'P1'])]
  expect(jsonOf(dataSetBytes([unknown], 'explicit'), 'explicit-little')).toEqual({
    '00081140': within,
  })
})

test('attributes are known by keyword, retired ones too, and by tag', () => {
  expect(attributeOf('KVP')).toEqual({ tag: '00180060', vr: 'DS' })
  expect(attributeOf('smallestImagePixelValue')).toBeUndefined()
  expect(attributeOf('SmallestImagePixelValue')).toEqual({ tag: '00280106', vr: 'US' })
  expect(attributeOf('60043000')).toEqual({ tag: '60043000', vr: 'OW' })
  expect(attributeOf('0009abcd')).toBeUndefined()
})
