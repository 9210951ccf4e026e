import { RleError, rleOfCounts, type Rle, type RleSize } from './rle.ts'

/** A mask as COCO files hold it: the run lengths squeezed into a string. */
export interface CompressedRle {
  readonly size: RleSize
  readonly counts: string
}

const firstCharacter = 48
const lastCharacter = 111
const bitsPerCharacter = 5
const valueBits = 0b01_1111
const signBit = 0b01_0000
const moreBit = 0b10_0000
/** Six characters hold 30 bits with the sign: every run length and difference in bounds. */
const maximumCharacters = 6

/**
 * A mask in COCO's compressed form, character for character as pycocotools writes it (maskApi.c,
 * rleToString): from the fourth on, each run is written as its difference to the run two before; each number
 * in groups of five bits from the lowest, signed, with a continuation bit, as characters from code 48.
 */
export function compressRle(rle: Rle): CompressedRle {
  let counts = ''
  for (const [index, count] of rle.counts.entries()) {
    counts += characters(index > 2 ? count - (rle.counts[index - 2] ?? 0) : count)
  }
  return { size: rle.size, counts }
}

/**
 * The mask of a compressed form (maskApi.c, rleFrString). Throws RleError on characters outside
 * the code, on a string that stops within a number, and on runs that do not cover the size.
 */
export function decompressRle({ size, counts: text }: CompressedRle): Rle {
  const counts: number[] = []
  let position = 0
  while (position < text.length) {
    const number = readNumber(text, position)
    position = number.next
    counts.push(counts.length > 2 ? number.value + (counts.at(-2) ?? 0) : number.value)
  }
  return rleOfCounts(size, counts)
}

/** A mask whose run lengths are a list or a compressed string, as files of either kind hold it. */
export function parseRle(rle: Rle | CompressedRle): Rle {
  return typeof rle.counts === 'string'
    ? decompressRle({ size: rle.size, counts: rle.counts })
    : rleOfCounts(rle.size, rle.counts)
}

function characters(value: number): string {
  let rest = value
  let text = ''
  for (;;) {
    const bits = rest & valueBits
    rest >>= bitsPerCharacter
    const isLast = rest === (bits & signBit ? -1 : 0)
    text += String.fromCharCode(firstCharacter + (isLast ? bits : bits | moreBit))
    if (isLast) return text
  }
}

function readNumber(text: string, start: number): { value: number; next: number } {
  let value = 0
  for (let offset = 0; offset < maximumCharacters; offset++) {
    const code = text.charCodeAt(start + offset)
    if (Number.isNaN(code)) throw new RleError({ kind: 'cut_run' })
    if (code < firstCharacter || code > lastCharacter) {
      throw new RleError({ kind: 'character', at: start + offset })
    }
    const bits = code - firstCharacter
    const shift = bitsPerCharacter * offset
    value |= (bits & valueBits) << shift
    if (bits & moreBit) continue
    const next = start + offset + 1
    return { value: bits & signBit ? value | (-1 << (shift + bitsPerCharacter)) : value, next }
  }
  throw new RleError({ kind: 'long_run', at: start })
}
