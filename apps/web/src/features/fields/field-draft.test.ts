import { expect, test } from 'vitest'

import { builtInFields } from '#contract/fields/built-in'
import type { Field } from '#contract/fields/field'

import { draftOf, fieldIn, keyFrom, newDraft } from './field-draft.ts'

const computed: Field = {
  key: 'ratio',
  type: 'number',
  subject: 'eye',
  words: { en: 'Ratio', ko: '비' },
  cannotTell: true,
  required: false,
  decimals: 2,
  unit: '1',
  min: 0,
  shownWhen: { all: [{ field: 'dr_grade', in: ['1'] }] },
  requiredWhen: { field: 'dr_grade', in: ['2'] },
  computed: { quotient: ['a', 'b'] },
}

test.each([...builtInFields, computed])('a form returns the field $key unchanged', (field) => {
  expect(fieldIn(draftOf(field))).toEqual(field)
})

test('a form is complete once it has a name, a key and options', () => {
  const named = { ...newDraft, en: 'Cataract', key: 'cataract' }
  expect(fieldIn(named)).toBeUndefined()
  const [first, second] = newDraft.options
  const options = [
    { ...first, id: 0, value: 'none', en: 'None', ko: '없음' },
    { ...second, id: 1, value: 'some', en: '', ko: '' },
  ]
  expect(fieldIn({ ...named, options })).toMatchObject({
    words: { en: 'Cataract', ko: 'Cataract' },
    options: [
      { value: 'none', words: { en: 'None', ko: '없음' } },
      { value: 'some', words: { en: 'some', ko: 'some' } },
    ],
  })
})

test('a key consists of the letters of a name', () => {
  expect(keyFrom('DR grade (2003)')).toBe('dr_grade_2003')
  expect(keyFrom('2nd look')).toBe('nd_look')
  expect(keyFrom('등급')).toBe('')
})
