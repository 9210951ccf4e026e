import { expect, test } from 'vitest'

import { faultIn } from './faults.ts'
import { Field } from './field.ts'
import { fieldForms } from './forms.ts'
import { hypertensiveRetinopathy } from './forms/hypertensive-retinopathy.ts'
import { isShown, normalAnswers, withComputed } from './rules.ts'
import type { FieldValues } from './value.ts'

test.each(fieldForms)('the form $id is one that a dataset can have', ({ fields }) => {
  for (const field of fields) expect(Field.parse(field)).toEqual(field)
  expect(faultIn(fields)).toBeNull()
})

test.each(fieldForms)('one key grades a normal eye by the form $id', ({ fields }) => {
  const values = withComputed(fields, normalAnswers(fields, {}))
  const open = fields.filter((field) => isShown(field, values) && values[field.key] === undefined)
  expect(open).toEqual([])
  // What a reader has answered stays.
  const answered = { [fields[0]?.key ?? '']: fields[0]?.type === 'yesNo' ? true : 'limited' }
  expect(Object.keys(normalAnswers(fields, answered))).not.toContain(fields[0]?.key)
})

test('the answer for a normal eye is one that the field can have', () => {
  const [gradability] = fieldForms[0]?.fields ?? []
  expect(faultIn([{ ...Field.parse(gradability), normal: 'perfect' }])?.key).toBe(
    'fields.normalMisfit',
  )
})

const subsets = (options: readonly string[]) =>
  Array.from({ length: 2 ** options.length }, (_, bits) =>
    options.filter((_option, place) => (bits & (2 ** place)) > 0),
  )
const optionsOf = (key: string) => {
  const field = hypertensiveRetinopathy.find((each) => each.key === key)
  return field !== undefined && 'options' in field ? field.options.map(({ value }) => value) : []
}

/**
 * Wong and Mitchell, as in table 3 of Grosso et al.: none, arteriolar signs only, any retinal sign, and
 * these with a swollen disc.
 */
function published(arteriolar: readonly string[], retinal: readonly string[], swollen: boolean) {
  if (retinal.length > 0) return swollen ? 'malignant' : 'moderate'
  return arteriolar.length > 0 ? 'mild' : undefined
}

const gradeOf = (values: FieldValues) => withComputed(hypertensiveRetinopathy, values)['htn_grade']

test('hypertensive retinopathy is graded as published for every combination of signs', () => {
  expect(gradeOf({ htn_signs: false })).toBe('none')
  expect(gradeOf({})).toBeUndefined()
  const all = subsets(optionsOf('htn_arteriolar')).flatMap((arteriolar) =>
    subsets(optionsOf('htn_retinal')).flatMap((retinal) =>
      [true, false].map((swollen) => ({ arteriolar, retinal, swollen })),
    ),
  )
  expect(all).toHaveLength(512)
  for (const { arteriolar, retinal, swollen } of all) {
    const values: FieldValues = {
      htn_signs: true,
      ...(arteriolar.length > 0 && { htn_arteriolar: arteriolar }),
      ...(retinal.length > 0 && { htn_retinal: retinal }),
      htn_disc_swelling: swollen,
    }
    expect(gradeOf(values)).toBe(published(arteriolar, retinal, swollen))
  }
})

/** The keys of the fields that are asked for. */
const asked = (values: FieldValues) =>
  hypertensiveRetinopathy
    .filter((field) => field.computed === undefined && isShown(field, values))
    .map(({ key }) => key)

test('a normal eye is asked one question', () => {
  expect(asked({})).toEqual(['htn_signs'])
  expect(asked({ htn_signs: false })).toEqual(['htn_signs'])
  expect(asked({ htn_signs: true, htn_retinal: ['haemorrhage'] })).toEqual([
    'htn_signs',
    'htn_arteriolar',
    'htn_retinal',
    'htn_disc_swelling',
  ])
})
