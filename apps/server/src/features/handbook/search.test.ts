import { expect, test } from 'vitest'

import { openSearch, type Searchable } from './search.ts'

const passage = (id: string, text: string, more: Partial<Searchable> = {}): Searchable => ({
  id,
  page: `Page ${id}`,
  heading: id,
  text,
  language: 'en',
  weight: 1,
  ...more,
})

test('beginnings of words and words with typing errors are found', async () => {
  const search = await openSearch([
    passage('a', 'encryption of the disk'),
    passage('b', '영상을 내보내기'),
  ])
  for (const query of ['encr', 'encrpytion', 'disk ENCRYPTION']) {
    expect(search(query, 'en').map(({ id }) => id)).toEqual(['a'])
  }
  expect(search('영상', 'ko').map(({ id }) => id)).toEqual(['b'])
  expect(search('zebra', 'en')).toEqual([])
})

test('all words are looked for together; if no passage has them, one suffices', async () => {
  const search = await openSearch([passage('a', 'backup folder'), passage('b', 'folder')])
  expect(search('backup folder', 'en').map(({ id }) => id)).toEqual(['a'])
  expect(search('folder elephant', 'en')).toHaveLength(2)
})

test('passages of the own language come first, and those about the code last', async () => {
  const search = await openSearch([
    passage('code', 'DICOM', { weight: 0.3 }),
    passage('en', 'DICOM'),
    passage('ko', 'DICOM', { language: 'ko' }),
  ])
  expect(search('dicom', 'ko').map(({ id }) => id)).toEqual(['ko', 'en', 'code'])
})

test('an excerpt shows the words that were found, whatever characters they have', async () => {
  const text = `${'before '.repeat(50)}the a+b$ word${' after'.repeat(50)}`
  const search = await openSearch([passage('a', text)])
  const [found] = search('a+b$', 'en')
  expect(found?.excerpt[1]).toBe('a+b$')
  expect(found?.excerpt.join('').length).toBeLessThan(200)
})
