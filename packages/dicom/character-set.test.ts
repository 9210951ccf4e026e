import { describe, expect, test } from 'vitest'
import { textDecoder } from './character-set.ts'
import { displayName, parsePersonName } from './person-name.ts'
import { support } from './testing/build-file.ts'
import { textEncoder } from './text-encoder.ts'

const bytes = (latin: string): Uint8Array => Buffer.from(latin, 'latin1')
const decode = (characterSets: string, latin: string): string =>
  textDecoder(characterSets.split('\\'), support.decodeBytes)(bytes(latin))

const hong = '\xC8\xAB'
const gildong = '\xB1\xE6\xB5\xBF'

describe('Korean text is read', () => {
  test('with the escape sequences of the standard, group by group (PS3.5 annex I)', () => {
    const name =
      'Hong^Gildong=\x1B$)C\xFB\xF3^\x1B$)C\xD1\xCE\xD4\xD7=\x1B$)C\xC8\xAB^\x1B$)C\xB1\xE6\xB5\xBF'
    expect(decode('\\ISO 2022 IR 149', name)).toBe('Hong^Gildong=洪^吉洞=홍^길동')
  })

  test.each([
    ['without escape sequences', '\\ISO 2022 IR 149', hong + gildong, '홍길동'],
    ['under ISO_IR 149, which is no defined term', 'ISO_IR 149', hong + gildong, '홍길동'],
    ['with no character set, as EUC-KR', '', hong + gildong, '홍길동'],
    ['with no character set, as UTF-8', '', '\xED\x99\x8D\xEA\xB8\xB8\xEB\x8F\x99', '홍길동'],
    ['as UTF-8', 'ISO_IR 192', '\xED\x99\x8D\xEA\xB8\xB8\xEB\x8F\x99', '홍길동'],
    ['with text in ASCII between', '\\ISO 2022 IR 149', `${hong} A-1 ${gildong}`, '홍 A-1 길동'],
  ])('%s', (_, characterSets, text, expected) => {
    expect(decode(characterSets, text)).toBe(expected)
  })

  test('with the syllables that only code page 949 has, from the first to the last', () => {
    expect(decode('\\ISO 2022 IR 149', '\x1B$)C\x8C\x63\xB9\xE6\xB0\xA2\xC7\xCF')).toBe('똠방각하')
    expect(decode('ISO_IR 149', '\x81\x41\x81\xFE\xA0\xFE\xA1\x41\xC6\x52')).toBe('갂괓좤좥힣')
  })

  test('with a mark if bytes are not text', () => {
    expect(decode('ISO_IR 149', `${hong}\xFF\xC6\x53`)).toBe('홍\uFFFD\uFFFDS')
  })
})

test.each([
  ['ISO_IR 100', 'M\xFCller^Jos\xE9', 'Müller^José'],
  ['', 'M\xFCller', 'Müller'],
  ['GB18030', 'Wang=\xCD\xF5^\xD0\xA1\xB6\xAB', 'Wang=王^小东'],
  ['\\ISO 2022 IR 87', 'Yamada=\x1B$B;3ED\x1B(B^\x1B$BB@O:\x1B(B', 'Yamada=山田^太郎'],
  ['ISO 2022 IR 13\\ISO 2022 IR 87', '\xD4\xCF\xC0\xDE=\x1B$B;3ED\x1B(J', 'ﾔﾏﾀﾞ=山田'],
  ['ISO_IR 100\\ISO 2022 IR 126', '\xC4=\x1B-F\xC4\\\xC4', 'Ä=Δ\\Ä'],
  ['ISO_IR 999', 'plain', 'plain'],
])('other character sets are read too: %s', (characterSets, text, expected) => {
  expect(decode(characterSets, text)).toBe(expected)
})

test.each([
  ['ISO_IR 192', 'Hong^Gildong=洪^吉洞=똠^방각하'],
  ['\\ISO 2022 IR 149', 'Hong^Gildong=洪^吉洞=홍^길동'],
  ['\\ISO 2022 IR 149', '홍 A-1 길동\\서울'],
  ['', 'Hong^Gildong'],
] as const)('what is written in %s is read again: %s', (characterSet, text) => {
  const written = textEncoder(characterSet, support.decodeBytes)(text)
  expect(decode(characterSet, Buffer.from(written).toString('latin1'))).toBe(text)
})

test('a character outside the set is written as a question mark', () => {
  const encode = textEncoder('\\ISO 2022 IR 149', support.decodeBytes)
  expect(Buffer.from(encode('똠^é^홍')).toString('latin1')).toBe('?^?^\x1B$)C\xC8\xAB')
})

describe('a person name', () => {
  test.each([
    ['Hong^Gildong=洪^吉洞=홍^길동', 'Hong Gildong', '홍길동'],
    ['홍길동', '홍길동', '홍길동'],
    ['Smith^John^^Dr', 'Smith John Dr', 'Smith John Dr'],
    ['=홍^길동', '홍길동', '홍길동'],
    ['A^B\\C^D', 'A B', 'A B'],
  ])('%s is shown in English and in Korean', (text, english, korean) => {
    expect([shown(text, 'en'), shown(text, 'ko')]).toEqual([english, korean])
  })

  test.each(['', '^^', '==', ' '])('of nothing (%j) is empty', (text) => {
    expect(parsePersonName(text)).toBe(undefined)
  })
})

function shown(text: string, language: 'en' | 'ko'): string | undefined {
  const name = parsePersonName(text)
  return name && displayName(name, language)
}
