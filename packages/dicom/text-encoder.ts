import type { DecodeBytes } from './korean.ts'
import { encodeUtf8 } from './utf8.ts'
import type { EncodeText } from './write-elements.ts'

/** The values of Specific Character Set (0008,0005) in which text can be written; '' is ASCII. */
export type WrittenCharacterSet = '' | 'ISO_IR 192' | '\\ISO 2022 IR 149'

const escapeToKorean = [0x1b, 0x24, 0x29, 0x43]
const questionMark = 0x3f
/**
 * Reset the designated sets: an escape sequence must be repeated after these characters (PS3.5 6.1.2.5.3).
 */
const delimiters = new Set('\\^=\t\n\f\r')

/** Writes text in a character set; characters that it lacks become a question mark. */
export function textEncoder(characterSet: WrittenCharacterSet, decode: DecodeBytes): EncodeText {
  if (characterSet === 'ISO_IR 192') return encodeUtf8
  const korean = characterSet === '' ? new Map<string, number>() : koreanCodes(decode)
  return (text) => {
    const bytes: number[] = []
    let isCalledIn = false
    for (const character of text.normalize('NFC')) {
      const code = korean.get(character)
      if (code !== undefined) {
        if (!isCalledIn) bytes.push(...escapeToKorean)
        isCalledIn = true
        bytes.push(code >> 8, code & 0xff)
      } else {
        if (delimiters.has(character)) isCalledIn = false
        const ascii = character.codePointAt(0) ?? questionMark
        bytes.push(ascii < 0x80 ? ascii : questionMark)
      }
    }
    return Uint8Array.from(bytes)
  }
}

/** The two bytes of each character of KS X 1001, both with the high bit set. */
export function koreanCodes(decode: DecodeBytes): Map<string, number> {
  const codes = new Map<string, number>()
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const character = decode(Uint8Array.of(lead, trail), 'euc-kr')
      if (!character.includes('\uFFFD')) codes.set(character, lead * 256 + trail)
    }
  }
  return codes
}
