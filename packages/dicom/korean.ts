/** Decodes bytes by a WHATWG encoding label; undecodable bytes become U+FFFD. */
export type DecodeBytes = (bytes: Uint8Array, label: string) => string

const firstSyllable = 0xac00
const lastSyllable = 0xd7a3

/**
 * Korean text in EUC-KR (KS X 1001) or code page 949, which adds the syllables that EUC-KR lacks
 * and which the decoders of Node and of some browsers do not know.
 */
export function decodeKorean(bytes: Uint8Array, decode: DecodeBytes): string {
  let added: readonly string[] | undefined
  let text = ''
  let standardStart = 0
  let at = 0
  while (at < bytes.length) {
    const [lead = 0, trail = 0] = bytes.subarray(at, at + 2)
    if (lead < 0x80) at += 1
    else if (lead >= 0xa1 && trail >= 0xa1) at += 2
    else {
      const index = addedIndex(lead, trail)
      if (index !== undefined) added ??= syllablesOutsideStandard(decode)
      const syllable = index === undefined ? undefined : added?.[index]
      text += decode(bytes.subarray(standardStart, at), 'euc-kr') + (syllable ?? '\uFFFD')
      at += syllable === undefined ? 1 : 2
      standardStart = at
    }
  }
  return text + decode(bytes.subarray(standardStart), 'euc-kr')
}

/**
 * Code page 949 gives the 8,822 syllables that are not in KS X 1001 the free places in the order
 * of Unicode: leads 81 to A0 with 178 trails each, then A1 to C6 with the 84 trails below A1.
 */
function addedIndex(lead: number, trail: number): number | undefined {
  const place = trailPlace(trail)
  if (place === undefined || lead < 0x81 || lead > 0xc6) return undefined
  if (lead <= 0xa0) return (lead - 0x81) * 178 + place
  return place < 84 ? 32 * 178 + (lead - 0xa1) * 84 + place : undefined
}

function trailPlace(trail: number): number | undefined {
  if (trail >= 0x41 && trail <= 0x5a) return trail - 0x41
  if (trail >= 0x61 && trail <= 0x7a) return trail - 0x61 + 26
  return trail >= 0x81 && trail <= 0xfe ? trail - 0x81 + 52 : undefined
}

/** The syllables of Unicode that KS X 1001, rows B0 to C8 of EUC-KR, does not have. */
function syllablesOutsideStandard(decode: DecodeBytes): string[] {
  const rows = Array.from({ length: 25 }, (_, row) =>
    Array.from({ length: 94 }, (_cell, cell) => [0xb0 + row, 0xa1 + cell]),
  )
  const standard = new Set(decode(Uint8Array.from(rows.flat(2)), 'euc-kr'))
  const all = Array.from({ length: lastSyllable - firstSyllable + 1 }, (_, index) =>
    String.fromCharCode(firstSyllable + index),
  )
  return all.filter((syllable) => !standard.has(syllable))
}
