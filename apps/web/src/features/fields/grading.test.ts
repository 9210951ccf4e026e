import { expect, test } from 'vitest'

import { drGrade } from '#contract/fields/built-in/dr-grade'
import { comment } from '#contract/fields/built-in/comment'
import type { Field } from '#contract/fields/field'
import { cannotTell } from '#contract/fields/value'

import { answersOf, answerTo, nextToAnswer } from './grading.ts'

const common = { subject: 'image', cannotTell: false, required: false } as const
const edema: Field = {
  ...common,
  key: 'edema',
  type: 'yesNo',
  words: { en: 'Macular oedema', ko: '황반부종' },
  shownWhen: { field: 'dr_grade', in: ['1', '2', '3', '4'] },
}

test('grades that are digits are given by these digits, other options by their number', () => {
  const grades = answersOf(drGrade, 'en')
  expect(grades.map(({ key }) => key)).toEqual(['0', '1', '2', '3', '4', '-'])
  expect(grades[0]).toEqual({ key: '0', value: '0', words: 'No apparent retinopathy' })
  expect(grades.at(-1)?.value).toEqual(cannotTell)
  expect(answersOf(edema, 'en')).toEqual([
    { key: '1', value: true, words: 'Yes' },
    { key: '2', value: false, words: 'No' },
  ])
  expect(answersOf(comment, 'en')).toEqual([])
  const options = Array.from({ length: 10 }, (_, i) => {
    const value = `option ${i}`
    return { value, words: { en: value, ko: value } }
  })
  const many: Field = { ...common, ...edema, type: 'choices', options }
  expect(answersOf(many, 'en')).toEqual([])
})

test('a digit answers also on a keyboard that types it with shift only', () => {
  const grades = answersOf(drGrade, 'en')
  const press = (key: string, code: string, shiftKey = false) =>
    answerTo({ key, code, shiftKey, ctrlKey: false, metaKey: false, altKey: false }, grades)?.value
  expect([press('&', 'Digit1'), press('1', 'Digit1', true), press('à', 'Digit0')]).toEqual([
    '1',
    '1',
    '0',
  ])
  expect([press('-', 'Minus'), press('-', 'Digit6')]).toEqual([cannotTell, cannotTell])
  expect(press('_', 'Digit8')).toBeUndefined()
})

test('a normal eye is graded after one answer, another one is asked for more', () => {
  const fields = [drGrade, edema, comment]
  expect(nextToAnswer(fields, {}, null)).toBe(drGrade)
  expect(nextToAnswer(fields, { dr_grade: '0' }, 'dr_grade')).toBeNull()
  expect(nextToAnswer(fields, { dr_grade: '2' }, 'dr_grade')).toBe(edema)
  expect(nextToAnswer(fields, { dr_grade: '2', edema: false }, 'edema')).toBeNull()
  // A skipped field follows the others.
  expect(nextToAnswer(fields, { edema: true }, 'edema')).toBe(drGrade)
})
