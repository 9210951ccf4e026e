import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { auditActions } from '#contract/audit-actions'
import { auditObjects } from '#contract/audit-objects'
import { fieldNames } from '#contract/field-names'
import { mailTexts } from '#contract/mails'
import { words as reportWords } from '#report/words/ko'

import { ko } from './ko.ts'
import { messages } from './ko/messages.ts'

/** The word to use for a thing, and the variants that must not appear beside it. */
const glossary: readonly (readonly [use: string, not: RegExp])[] = [
  ['다운로드', /내려받/],
  ['업로드', /올려|올리|올릴|올린/],
  ['처방', /오더/],
  ['등록번호', /환자 ?번호/],
  ['환자명', /환자 ?이름/],
  ['검사일시, 촬영일시', /(검사|촬영) 일시/],
  ['우안, 좌안', /오른쪽? ?눈|왼쪽? ?눈/],
  ['보고서', /리포트/],
  ['반려', /기각/],
  ['참고치', /참고값/],
  ['불확실성', /불확도/],
  ['직경, 반경', /지름/],
  ['임계값', /문턱값/],
  ['특징점', /키포인트/],
  ['라벨', /이름표|레이블/],
  ['픽셀', /화소/],
  ['영상', /이미지/],
  ['모델', /신경망/],
  ['썸네일', /미리 ?보기|축소 영상/],
  ['다시 전송', /재전송/],
  ['AE 타이틀', /AE title/i],
  ['데이터 세트', /데이터 집합/],
  ['액세스 토큰', /접근 토큰/],
  ['분류', /카테고리|범주/],
]

/** Particles for words with and without a final consonant at once: rephrase the sentence instead. */
const doubleParticle = /\((는|가|를|와|과|으|이)\)/

function textsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(textsOf) : []
}

const checkout = path.resolve(import.meta.dirname, '../../../..')
const handbook = globSync('docs/ko/*.md', { cwd: checkout }).map((page) =>
  readFileSync(path.join(checkout, page), 'utf8'),
)

const texts = [
  ...handbook,
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
