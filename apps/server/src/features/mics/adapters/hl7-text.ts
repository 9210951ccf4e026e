import { decodeKorean } from '#dicom/korean'
import { koreanCodes } from '#dicom/text-encoder'

/** The character sets of a site file by their names in HL7 (table 0211). */
export const characterSets = { 'UTF-8': 'UNICODE UTF-8', 'EUC-KR': 'KS X 1001' } as const
export type CharacterSet = keyof typeof characterSets

const questionMark = 0x3f
const decode = (bytes: Uint8Array, label: string): string => new TextDecoder(label).decode(bytes)
let korean: ReadonlyMap<string, number> | undefined

/** Encodes text for sending; in EUC-KR, characters that KS X 1001 lacks become a question mark. */
export function encodeText(text: string, characterSet: CharacterSet): Uint8Array {
  if (characterSet === 'UTF-8') return new TextEncoder().encode(text)
  korean ??= koreanCodes(decode)
  const bytes: number[] = []
  for (const character of text.normalize('NFC')) {
    const code = korean.get(character)
    const ascii = character.codePointAt(0) ?? questionMark
    if (code !== undefined) bytes.push(code >> 8, code & 0xff)
    else bytes.push(ascii < 0x80 ? ascii : questionMark)
  }
  return Uint8Array.from(bytes)
}

/** Decodes received text: as UTF-8 if it is valid, whatever was agreed, else as EUC-KR. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeKorean(bytes, decode)
  }
}
