import { expect, test } from 'vitest'

import type { Image } from '#contract/images'

import { orderIdOf, patientFacts, tableColumns, widthOf } from './image-columns.ts'

const imageWith = (columns: Partial<Image>) => ({ metadata: {}, micsMeta: {}, ...columns }) as Image

test.each([
  ['066Y', '66'],
  ['010M', '10M'],
  ['003W', '3W'],
  ['old', ''],
  ['', ''],
])('an age of %j is shown as %s', (stated, shown) => {
  expect(patientFacts({ patientSex: 'F', patientAge: stated })).toEqual({ sex: 'F', age: shown })
})

test('the order is the image’s own, else the one from the order system', () => {
  expect(orderIdOf(imageWith({ metadata: { ORD_SEQ: 7 }, micsMeta: { ORD_SEQ: '8' } }))).toBe('7')
  expect(orderIdOf(imageWith({ micsMeta: { ORD_SEQ: '8' } }))).toBe('8')
  expect(orderIdOf(imageWith({}))).toBe('')
})

const widthFor = (en: string) =>
  tableColumns([{ key: 'own', words: { en, ko: '' } }], 'en').find(
    ({ name }) => name === 'field.own',
  )?.width ?? 0

test('a field’s column has room for the longest word of its heading', () => {
  expect(widthFor('Gradability of the image')).toBeGreaterThan(widthFor('Grade of the image'))
  expect(widthFor('No')).toBe(widthFor('Yes or no'))
})

test('fields that share a column need less room than columns of their own', () => {
  const fields = ['DR grade', 'Gradability'].map((en) => ({ key: en, words: { en, ko: en } }))
  const joined = tableColumns(fields, 'en', 'joined')
  expect(joined.filter(({ name }) => name.startsWith('field'))).toHaveLength(1)
  expect(widthOf(joined)).toBeLessThan(widthOf(tableColumns(fields, 'en')))
})

test('all columns of a table without fields fit into the 820 pixels of a tablet', () => {
  const [rem, margins, scrollBar] = [16, 26, 15]
  const narrow = tableColumns([], 'en', 'narrow')
  expect(narrow.map(({ name }) => name)).toEqual(tableColumns([], 'en').map(({ name }) => name))
  expect(rem * widthOf(narrow)).toBeLessThanOrEqual(820 - margins - scrollBar)
})
