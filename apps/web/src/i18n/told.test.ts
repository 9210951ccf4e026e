import { beforeAll, expect, test } from 'vitest'

import { message, tell } from '#contract/messages/message'

import { loadAllTexts } from './i18n.ts'
import { toldIn } from './told.ts'

beforeAll(() => loadAllTexts('ko'))

test('texts of the server are shown in the reader’s language', () => {
  const told = tell(message('categories.nameTaken', { name: '시신경' }))
  expect(toldIn('ko', told)).toBe('이름이 시신경인 분류가 이미 있습니다.')
  expect(toldIn('en', told)).toBe('You already have a category named 시신경.')
})

test('a text that this page does not know is shown in English', () => {
  expect(toldIn('ko', { message: 'New words.', key: 'future.words', params: {} })).toBe(
    'New words.',
  )
  expect(toldIn('ko', { message: 'Old words.' })).toBe('Old words.')
})

test('a name is shown unchanged, whatever it contains', () => {
  const file = 'a {{file}} $t(shell.title) <b>.jpg'
  expect(toldIn('ko', tell(message('analysis.taskName', { file })))).toBe(`${file} 분석`)
})

test('the names of fields are shown as they are called in the reader’s language', () => {
  const told = tell(message('assignments.unanswered', { keys: { en: 'Stage', ko: '단계' } }))
  expect(told.message).toBe('Answer these fields before you submit: Stage.')
  expect(toldIn('ko', told)).toBe('제출하기 전에 다음 항목에 답해 주세요: 단계.')
})

test('several details are shown one after another', () => {
  const detail = ['a.png', 'b.png'].map((file) => message('imports.caseImage', { file }))
  const told = tell(message('imports.image_not_in_dataset', { count: 2, detail }))
  expect(told.message).toContain('2. Image a.png. Image b.png.')
  expect(toldIn('ko', told)).toContain('영상 a.png. 영상 b.png.')
})

test('a reason is shown in Korean, including nested ones', () => {
  const why = message('dicomFiles.jpegSegment')
  const told = message('files.malformed', { detail: message('dicomFiles.jpeg', { why }) })
  expect(toldIn('ko', tell(message('analysis.statusFailed', { why: told })))).toBe(
    '실패: DICOM 파일이 손상되었습니다. (JPEG 영상이 손상되었습니다: 세그먼트가 없음.)',
  )
})
