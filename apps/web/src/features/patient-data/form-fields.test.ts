import { expect, test } from 'vitest'

import type { PatientDataField } from '#contract/patient-data'

import { changesIn, formFieldsOf, noScale } from './form-fields.ts'

const shown: PatientDataField[] = [
  { field: 'patient_id', value: '7', filed: '7', stated: null },
  { field: 'age', value: 61, filed: null, stated: { by: 'kim', at: '2026-01-01T00:00:00Z' } },
  { field: 'taken_at', value: '2026-07-14T10:12:30.5+09:00', filed: null, stated: null },
  {
    field: 'scale',
    value: { field_degrees: 45, circle_px: 1440 },
    filed: null,
    stated: { by: 'kim', at: '2026-01-01T00:00:00Z' },
  },
]

test('untouched fields are not stated, including a time whose offset the inputs do not show', () => {
  const fields = formFieldsOf(shown)
  expect(fields).toMatchObject({ taken_day: '2026-07-14', taken_time: '10:12:30', age: '61' })
  expect(changesIn(fields, { ...fields, patient_id: ' 7 ' })).toEqual({})
})

test('an emptied field withdraws a statement, other fields state the typed value', () => {
  const fields = formFieldsOf(shown)
  const lengths = { axial_length: '24.5', refraction: '-3.25' }
  const now = { ...fields, age: '', sex: 'F', ...lengths, scale: noScale }
  expect(changesIn(fields, now)).toEqual({
    age: null,
    sex: 'F',
    axial_length: 24.5,
    refraction: -3.25,
    scale: null,
  })
})

test('a time may consist of the day alone', () => {
  const fields = formFieldsOf([])
  expect(changesIn(fields, { ...fields, taken_day: '2026-07-14' })).toEqual({
    taken_at: '2026-07-14',
  })
  const now = { ...fields, taken_day: '2026-07-14', taken_time: '09:05' }
  expect(changesIn(fields, now)).toEqual({ taken_at: '2026-07-14T09:05:00' })
})
