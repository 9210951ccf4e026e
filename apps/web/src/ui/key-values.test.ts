import { expect, test } from 'vitest'

import { duplicateRows, toMetadata, toRows, withNewRow } from './key-values.ts'

test('unedited metadata keep their values and types', () => {
  const metadata = { grade: 2, referred: true, note: 'text', device: null, word: 'true story' }
  expect(toMetadata(toRows(metadata))).toEqual(metadata)
})

test('true and false become booleans in any letter case', () => {
  const rows = [
    { id: 0, key: 'a', value: 'TRUE' },
    { id: 1, key: 'b', value: 'False ' },
    { id: 2, key: 'c', value: 'truely' },
  ]
  expect(toMetadata(rows)).toEqual({ a: true, b: false, c: 'truely' })
})

test('a row without a key is left out', () => {
  expect(toMetadata([{ id: 0, key: '  ', value: 'lost' }])).toEqual({})
})

test('an edited number becomes the typed text', () => {
  const rows = toRows({ grade: 2 }).map((row) => ({ ...row, value: '2+' }))
  expect(toMetadata(rows)).toEqual({ grade: '2+' })
})

test('the second row with a key is the duplicate; empty keys are ignored', () => {
  const rows = ['a', 'b', ' a', '', ''].map((key, id) => ({ id, key, value: '' }))
  expect(duplicateRows(rows)).toEqual(new Set([2]))
})

test('a new row never replaces another', () => {
  const rows = withNewRow([{ id: 4, key: 'x', value: '' }])
  expect(rows.map((row) => row.id)).toEqual([4, 5])
})
