import { expect, test } from 'vitest'

import { catalogue } from './catalogue.ts'
import { english, isMessageKey, message, recognise, tell } from './message.ts'

test('a message is told in English with its parameters, and by its key', () => {
  expect(tell(message('users.expires', { username: 'lee.j', day: '2030-01-31' }))).toEqual({
    message: 'The account of lee.j expires on 2030-01-31.',
    key: 'users.expires',
    params: { username: 'lee.j', day: '2030-01-31' },
  })
})

test('a message may have another one as its reason', () => {
  const why = message('analysis.no-field')
  expect(english(message('analysis.statusFailed', { why }))).toBe(
    'Failed: No bright round field on a dark surround was found.',
  )
})

test('a text that was kept in English is recognised, with its reason', () => {
  const why = message('files.tooManyPixels', { most: '100' })
  const failed = message('tasks.triedAgain', { why })
  expect(recognise(english(failed))).toEqual(failed)
  expect(recognise('Exporting a {{dataset}} (b) as COCO')).toEqual(
    message('exports.taskName', { dataset: 'a {{dataset}} (b)', format: 'COCO' }),
  )
  expect(recognise('Something that a person wrote')).toBeUndefined()
})

test('what is the matter with a file is recognised to the last reason', () => {
  const why = message('dicomFiles.jpegSegment')
  const detail = message('dicomFiles.jpeg', { why })
  const told = message('files.malformed', { detail })
  expect(english(told)).toBe(
    'The DICOM file is damaged. (The JPEG picture is damaged: a segment is missing.)',
  )
  expect(recognise(english(told))).toEqual(told)
  const unknown = message('files.malformed', { detail: 'Something else.' })
  expect(recognise(english(unknown))).toEqual(unknown)
})

test('of two texts that fit, the more exact one is meant', () => {
  expect(recognise(english(message('datasets.existsInUndo')))?.key).toBe('datasets.existsInUndo')
})

test('every text without parameters is recognised as what it is, or as its equal', () => {
  const misread = Object.entries(catalogue).flatMap(([area, texts]) =>
    Object.entries(texts)
      .filter(([name, text]) => {
        const key = `${area}.${name}`
        const plain = isMessageKey(key) && !text.includes('{{')
        const found = plain ? recognise(text) : undefined
        return plain && (found === undefined || english(found) !== text)
      })
      .map(([name]) => name),
  )
  expect(misread).toEqual([])
})

test('a text that merely has the form of one without words of its own is nobody’s', () => {
  expect(recognise('Invalid input: expected string')).toBeUndefined()
  const told = message('generate.leftOut', { file: 'a.jpg', why: message('files.none') })
  expect(recognise(english(told))).toEqual(told)
})
