import { expect, test } from 'vitest'

import type { PacsStudy } from '#contract/pacs-search'

import { canBeTaken, isMoreThanFits, isWhole, titleOf, writingsOf } from './study.ts'

const study: PacsStudy = {
  study_uid: '1.2.3',
  names: ['Hong Gildong', '洪吉洞', '홍길동'],
  patientID: 'P-1',
  birth_date: null,
  sex: '',
  study_date: '2026-11-01',
  study_time: null,
  accession_number: '',
  modalities: ['OP', 'OT'],
  description: '',
  instances: 2,
  present: 1,
}

test('a name is shown in Hangul in Korean, with its other spellings beside it', () => {
  expect(writingsOf(study, 'ko')).toEqual({ first: '홍길동', others: ['Hong Gildong', '洪吉洞'] })
  expect(writingsOf(study, 'en').first).toBe('Hong Gildong')
  expect(titleOf(study, 'ko')).toBe('홍길동, 2026-11-01')
  expect(titleOf({ ...study, names: [], study_date: null }, 'ko')).toBe('P-1')
})

test('a study is accepted if it has, or may have, the modality of the dataset', () => {
  expect(canBeTaken(study, 'OP')).toBe(true)
  expect(canBeTaken(study, 'XC')).toBe(false)
  expect(canBeTaken(study, 'ANY')).toBe(true)
  expect(canBeTaken({ ...study, modalities: [] }, 'XC')).toBe(true)
})

test('a study is complete if the dataset has as many images as the PACS', () => {
  expect(isWhole(study)).toBe(false)
  expect(isWhole({ ...study, present: 2 })).toBe(true)
  expect(isWhole({ ...study, instances: null, present: 2 })).toBe(false)
})

test('studies with more images than one retrieval may have are detected', () => {
  expect(isMoreThanFits([study, { ...study, instances: 499 }])).toBe(true)
  expect(isMoreThanFits([study, { ...study, instances: 498 }])).toBe(false)
})
