import { expect, test } from 'vitest'

import { brokenLines } from './broken-lines.ts'

const widthOf = (line: string) => line.length

test.each([
  ['', ['']],
  ['disc 3', ['disc 3']],
  ['soft exudate 12', ['soft', 'exudate 12']],
  ['망막 출혈과 경성 삼출물', ['망막 출혈과 경성', '삼출물']],
  ['a microaneurysms', ['a', 'microaneur', 'ysms']],
])('"%s" is broken after words, or within one that is too wide', (line, broken) => {
  expect(brokenLines(line, 10, widthOf)).toEqual(broken)
})

test('what is one sign to a reader is not broken', () => {
  const family = '👩‍👩‍👧'
  expect(brokenLines(family.repeat(3), 5, widthOf)).toEqual([family, family, family])
})
