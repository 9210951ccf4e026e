import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { catalogue } from '#contract/messages/catalogue'

import { sentenceReader, type StoredTexts } from './sentence-reader.ts'

const file = path.resolve(import.meta.dirname, '../../../migrations/0053_stored_messages.json')
const stored = JSON.parse(readFileSync(file, 'utf8')) as StoredTexts
const read = sentenceReader(stored)
const namesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)

test('every text that was ever stored can still be read, with all its parameters', () => {
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = catalogue
  const unreadable = Object.entries(stored).filter(([key, wordings]) => {
    const [area = '', name = ''] = key.split('.')
    const text = texts[area]?.[name]
    if (text === undefined) return true
    return wordings.some(
      (wording) => !namesIn(text).every((each) => namesIn(wording).includes(each)),
    )
  })
  expect(unreadable).toEqual([])
  expect(Object.keys(stored).length).toBeGreaterThan(400)
})

test.each([
  ['Running', { key: 'analysis.statusRunning', params: {} }],
  [
    'Exporting a {{dataset}} (b) as COCO',
    { key: 'exports.taskName', params: { dataset: 'a {{dataset}} (b)', format: 'COCO' } },
  ],
  [
    'The picture has more than 100 million pixels. It will be tried again.',
    {
      key: 'tasks.triedAgain',
      params: { why: { key: 'files.tooManyPixels', params: { most: '100' } } },
    },
  ],
  [
    'The DICOM file is damaged. (The JPEG picture is damaged: a segment is missing.)',
    {
      key: 'files.malformed',
      params: {
        detail: {
          key: 'dicomFiles.jpeg',
          params: { why: { key: 'dicomFiles.jpegSegment', params: {} } },
        },
      },
    },
  ],
  [
    'The DICOM file is damaged. (Something else.)',
    { key: 'files.malformed', params: { detail: 'Something else.' } },
  ],
])('%j is read as its message', (sentence, message) => {
  expect(read(sentence)).toEqual(message)
})

test.each(['Something that a person wrote', 'Invalid input: expected string', ''])(
  '%j is nothing but itself',
  (sentence) => {
    expect(read(sentence)).toBeUndefined()
  },
)
