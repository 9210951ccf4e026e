import { expect, test } from 'vitest'

import { en } from './en.ts'
import { ko } from './ko.ts'

type Texts = { readonly [key: string]: string | Texts }

function flat(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  )
}

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name)

test('every Korean text has the placeholders of the English one', () => {
  const english = new Map(flat(en))
  const different = flat(ko).filter(
    ([key, korean]) =>
      String(placeholders(korean).toSorted()) !==
      String(placeholders(english.get(key) ?? '').toSorted()),
  )
  expect(different).toEqual([])
})
