import { decodeKorean, type DecodeBytes } from './korean.ts'

/** Turns the bytes of a text element into text. */
export type DecodeText = (bytes: Uint8Array) => string

const escape = 0x1b
const replacement = '\uFFFD'

/**
 * WHATWG labels of the defined terms of Specific Character Set (PS3.3 C.12.1.1.2), by their
 * registration number; the empty term and ISO_IR 6 are ASCII.
 */
const labels: Readonly<Record<string, string>> = {
  '100': 'windows-1252',
  '101': 'iso-8859-2',
  '109': 'iso-8859-3',
  '110': 'iso-8859-4',
  '144': 'iso-8859-5',
  '127': 'iso-8859-6',
  '126': 'iso-8859-7',
  '138': 'iso-8859-8',
  '148': 'windows-1254',
  '203': 'iso-8859-15',
  '166': 'windows-874',
  '13': 'shift_jis',
  '149': 'euc-kr',
  '58': 'gbk',
}
const wholeTextLabels: Readonly<Record<string, string>> = {
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
}

/** Escape sequences after ESC and the sets that they designate: to G0 below 80, or G1 above (PS3.3 C.12). */
const escapes: Readonly<Record<string, { low?: LowSet; high?: string }>> = {
  '(B': { low: 'ascii' },
  '(J': { low: 'ascii' },
  $B: { low: 'jis-x-0208' },
  '$(D': { low: 'jis-x-0212' },
  ')I': { high: 'shift_jis' },
  '$)C': { high: 'euc-kr' },
  '$)A': { high: 'gbk' },
  '-A': { high: 'windows-1252' },
  '-B': { high: 'iso-8859-2' },
  '-C': { high: 'iso-8859-3' },
  '-D': { high: 'iso-8859-4' },
  '-L': { high: 'iso-8859-5' },
  '-G': { high: 'iso-8859-6' },
  '-F': { high: 'iso-8859-7' },
  '-H': { high: 'iso-8859-8' },
  '-M': { high: 'windows-1254' },
  '-b': { high: 'iso-8859-15' },
  '-T': { high: 'windows-874' },
}

type LowSet = 'ascii' | 'jis-x-0208' | 'jis-x-0212'

/**
 * `\`, `^`, `=` and the line controls reset the set designated by an escape sequence (PS3.5
 * 6.1.2.5.3).
 */
const delimiters = new Set([0x5c, 0x5e, 0x3d, 0x09, 0x0a, 0x0c, 0x0d])

/**
 * The decoder for the values of Specific Character Set (0008,0005) in a file. Beyond the standard it reads
 * the output of Korean devices: EUC-KR or code page 949 without escape sequences, and EUC-KR or UTF-8 with no
 * character set declared.
 */
export function textDecoder(characterSets: readonly string[], decode: DecodeBytes): DecodeText {
  const [first = ''] = characterSets
  const whole = wholeTextLabels[first]
  const declared = characterSets.map(labelOf).find((label) => label !== undefined)
  const decodeHigh = (bytes: Uint8Array, label: string | undefined): string =>
    label === undefined ? decodeUndeclared(bytes, decode) : decodeAs(bytes, label, decode)

  return (bytes) => {
    if (bytes.every((byte) => byte < 0x80 && byte !== escape)) return decodeAscii(bytes)
    if (whole !== undefined) return decode(bytes, whole)
    if (!bytes.includes(escape)) return decodeHigh(bytes, declared)
    return segments(bytes, labelOf(first) ?? declared)
      .map(({ low, high, start, end }) =>
        low === 'ascii'
          ? decodeHigh(bytes.subarray(start, end), high)
          : decodeJapanese(bytes.subarray(start, end), low, decode),
      )
      .join('')
  }
}

function labelOf(term: string): string | undefined {
  return labels[/^ISO(?:_| 2022 )IR (\d+)$/.exec(term)?.[1] ?? '']
}

interface Segment {
  readonly low: LowSet
  readonly high: string | undefined
  readonly start: number
  readonly end: number
}

/** Splits text with escape sequences where the designated set changes. */
function segments(bytes: Uint8Array, initialHigh: string | undefined): Segment[] {
  const found: Segment[] = []
  let low: LowSet = 'ascii'
  let high = initialHigh
  let start = 0
  let at = 0
  while (at < bytes.length) {
    if (bytes[at] === escape) {
      found.push({ low, high, start, end: at })
      const called = calledIn(bytes, at + 1)
      low = called.low ?? low
      high = called.high ?? high
      at = called.end
      start = at
    } else if (low === 'ascii' && high !== initialHigh && delimiters.has(bytes[at] ?? 0)) {
      found.push({ low, high, start, end: at })
      high = initialHigh
      start = at++
    } else at++
  }
  found.push({ low, high, start, end: bytes.length })
  return found.filter((segment) => segment.end > segment.start)
}

function calledIn(
  bytes: Uint8Array,
  at: number,
): { low?: LowSet; high?: string; readonly end: number } {
  for (const length of [3, 2]) {
    const called = escapes[decodeAscii(bytes.subarray(at, at + length))]
    if (called !== undefined) return { ...called, end: at + length }
  }
  return { end: at }
}

function decodeAs(bytes: Uint8Array, label: string, decode: DecodeBytes): string {
  return label === 'euc-kr' ? decodeKorean(bytes, decode) : decode(bytes, label)
}

/** JIS X 0208 and 0212 equal EUC-JP with the high bits set, the latter after an 8F. */
function decodeJapanese(bytes: Uint8Array, low: LowSet, decode: DecodeBytes): string {
  const pairs: number[] = []
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (low === 'jis-x-0212') pairs.push(0x8f)
    pairs.push((bytes[at] ?? 0) | 0x80, (bytes[at + 1] ?? 0) | 0x80)
  }
  return decode(Uint8Array.from(pairs), 'euc-jp')
}

function decodeUndeclared(bytes: Uint8Array, decode: DecodeBytes): string {
  const attempts = [decode(bytes, 'utf-8'), decodeKorean(bytes, decode)]
  return attempts.find((text) => !text.includes(replacement)) ?? decode(bytes, 'windows-1252')
}

/** Each byte as the character of its number, for text that is ASCII by definition. */
export function decodeAscii(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
