import { expect, test } from 'vitest'

import { patientNameIn } from './patient-name.ts'

test('a name is shown in the reader’s script', () => {
  const names = { patientName: 'Hong Gildong', patientNameKorean: '홍길동' }
  expect(patientNameIn('ko', names)).toBe('홍길동')
  expect(patientNameIn('en', names)).toBe('Hong Gildong')
  expect(patientNameIn('ko', { patientName: 'Adams', patientNameKorean: '' })).toBe('Adams')
})
