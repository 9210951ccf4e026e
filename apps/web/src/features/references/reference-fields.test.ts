import { expect, test } from 'vitest'

import type { SiteReference } from '#contract/references'

import { fieldsOf, referenceIn, rowAfter } from './reference-fields.ts'

const reference: SiteReference = {
  measure: 'avr',
  sex: null,
  age_from: 20,
  age_to: 80,
  mean: 0.65,
  sd: 0.06,
  n: 1200,
  source: 'Screening of 2025',
}

test('the inputs return the reference that they were filled with', () => {
  expect(referenceIn(fieldsOf(reference, 0))).toEqual(reference)
})

test('an incomplete row is no reference', () => {
  const row = rowAfter(fieldsOf(reference, 0), 1)
  expect(row).toMatchObject({ measure: 'avr', source: 'Screening of 2025', mean: '' })
  expect(referenceIn(row)).toBeNull()
  expect(referenceIn({ ...fieldsOf(reference, 0), sd: '-1' })).toBeNull()
  expect(referenceIn({ ...fieldsOf(reference, 0), source: ' ' })).toBeNull()
})
