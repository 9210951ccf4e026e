import { expect, test } from 'vitest'

import { english, message, tell } from '#contract/messages/message'

import { storedIn, toldIn } from './told.ts'

test('what the server tells is read in the language of the reader', () => {
  const told = tell(message('categories.nameTaken', { name: '시신경' }))
  expect(toldIn('ko', told)).toBe('이름이 시신경인 분류가 이미 있습니다.')
  expect(toldIn('en', told)).toBe('You already have a category named 시신경.')
})

test('a text that this page does not know is shown as the server wrote it', () => {
  expect(toldIn('ko', { message: 'New words.', key: 'future.words', params: {} })).toBe(
    'New words.',
  )
  expect(toldIn('ko', { message: 'Old words.' })).toBe('Old words.')
  expect(storedIn('ko', 'A person’s own words')).toBe('A person’s own words')
})

test('what is kept in English is shown in Korean, its reason too', () => {
  const kept = english(message('analysis.statusFailed', { why: message('analysis.no-field') }))
  expect(storedIn('ko', kept)).toBe('실패: 어두운 배경 위에서 밝고 둥근 시야를 찾지 못했습니다.')
  expect(storedIn('ko', 'Analysing a photograph.jpg')).toBe('a photograph.jpg 분석')
})

test('why a DICOM file cannot be shown is told in Korean, down to the last reason', () => {
  const damage = 'The JPEG picture is damaged: a segment is missing.'
  const why = `The DICOM file is damaged. (${damage})`
  expect(storedIn('ko', why)).toBe(
    'DICOM 파일이 손상되었습니다. (JPEG 영상이 손상되었습니다: 세그먼트가 없음.)',
  )
})
