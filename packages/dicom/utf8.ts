/** Text as UTF-8; an unpaired surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const isHalf = code >= 0xd800 && code < 0xe000
    pushCodePoint(bytes, isHalf ? 0xfffd : code)
  }
  return Uint8Array.from(bytes)
}

function pushCodePoint(bytes: number[], code: number): void {
  const following = (shift: number): number => 0x80 | ((code >> shift) & 0x3f)
  if (code < 0x80) bytes.push(code)
  else if (code < 0x800) bytes.push(0xc0 | (code >> 6), following(0))
  else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), following(6), following(0))
  else bytes.push(0xf0 | (code >> 18), following(12), following(6), following(0))
}
