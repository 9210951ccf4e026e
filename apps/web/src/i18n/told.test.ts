import { expect, test } from 'vitest'

import { message, tell } from '#contract/messages/message'

import { toldIn } from './told.ts'

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
})

test('a name is shown as it is, whatever it holds', () => {
  const file = 'a {{file}} $t(shell.title) <b>.jpg'
  expect(toldIn('ko', tell(message('analysis.taskName', { file })))).toBe(`${file} 분석`)
})

test('several details follow each other', () => {
  const detail = ['a.png', 'b.png'].map((file) => message('imports.caseImage', { file }))
  const told = tell(message('imports.image_not_in_dataset', { count: 2, detail }))
  expect(told.message).toContain('2. Image a.png. Image b.png.')
  expect(toldIn('ko', told)).toContain('영상 a.png. 영상 b.png.')
})

test('a reason is told in Korean, down to the last one', () => {
  const why = message('dicomFiles.jpegSegment')
  const told = message('files.malformed', { detail: message('dicomFiles.jpeg', { why }) })
  expect(toldIn('ko', tell(message('analysis.statusFailed', { why: told })))).toBe(
    '실패: DICOM 파일이 손상되었습니다. (JPEG 영상이 손상되었습니다: 세그먼트가 없음.)',
  )
})
