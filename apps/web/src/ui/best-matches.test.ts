import { expect, test } from 'vitest'

import { bestMatches } from './best-matches.ts'

const names = [
  'Disc haemorrhages',
  'Microhaemorrhages',
  'Haemorrhages',
  'Drusen',
  '망막출혈',
  '유두출혈',
]
const found = (text: string) => bestMatches(names, text, (name) => name)

test('names that begin with the text come before those that contain it', () => {
  expect(found('haem')).toEqual(['Haemorrhages', 'Disc haemorrhages', 'Microhaemorrhages'])
  expect(found('유두')).toEqual(['유두출혈'])
  expect(found('출혈')).toEqual(['망막출혈', '유두출혈'])
  expect(found('x')).toEqual([])
})

test('without a text, all keep their order', () => {
  expect(found(' ')).toEqual(names)
})
