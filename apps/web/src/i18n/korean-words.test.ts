import { expect, test } from 'vitest'

import { auditActions } from '#contract/audit-actions'
import { auditObjects } from '#contract/audit-objects'
import { fieldNames } from '#contract/field-names'
import { mailTexts } from '#contract/mails'
import { words as reportWords } from '#report/words/ko'

import { ko } from './ko.ts'
import { doubleParticle, glossary } from './korean-glossary.ts'
import { messages } from './ko/messages.ts'

function textsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(textsOf) : []
}

const texts = [
  ...textsOf(ko),
  ...textsOf(messages),
  ...textsOf(reportWords),
  ...Object.values(mailTexts).flatMap(({ ko: text }) => textsOf(text)),
  ...[...auditActions.values(), ...auditObjects.values(), ...Object.values(fieldNames)].map(
    (name) => name.ko,
  ),
]

test.each(glossary)('Korean texts say %s, with no variant of it', (_, variants) => {
  expect(texts.filter((text) => variants.test(text))).toEqual([])
})

test('every particle after a variable fits any word', () => {
  expect(texts.filter((text) => doubleParticle.test(text))).toEqual([])
})
