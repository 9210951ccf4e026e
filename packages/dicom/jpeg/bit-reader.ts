import { damagedJpeg } from './frame-header.ts'

/**
 * A Huffman table as one look-up of the next 16 bits: the code's length in the high byte, its symbol in the
 * low one; 0 if no code starts with these bits.
 */
export type HuffmanTable = Uint16Array

/** The table of the 16 counts of codes by length, and their symbols in order (ITU-T T.81 annex C). */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const table = new Uint16Array(2 ** 16)
  let code = 0
  let next = 0
  for (const [index, count] of counts.entries()) {
    const length = index + 1
    for (let i = 0; i < count; i++) {
      const start = code << (16 - length)
      const end = start + 2 ** (16 - length)
      const symbol = symbols[next++]
      if (symbol === undefined || end > table.length) throw damagedJpeg({ kind: 'codes' })
      table.fill(length * 256 + symbol, start, end)
      code++
    }
    code <<= 1
  }
  return table
}

/** Bytes of nought that are read behind the end before the data counts as cut off. */
const grace = 8

/** The bits of a scan from `position` to the next marker, without its stuffed bytes (T.81 F.2.2.5). */
export class BitReader {
  position: number
  readonly #bytes: Uint8Array
  #buffer: number = 0
  #available: number = 0
  #missing: number = 0

  constructor(bytes: Uint8Array, position: number) {
    this.#bytes = bytes
    this.position = position
  }

  /** The symbol of the next code. */
  symbol(table: HuffmanTable): number {
    if (this.#available < 16) this.#fill()
    const entry = table[(this.#buffer >>> (this.#available - 16)) & 0xffff] ?? 0
    if (entry === 0) throw damagedJpeg({ kind: 'code' })
    this.#available -= entry >> 8
    return entry & 0xff
  }

  /** A difference of this many bits, 0 to 16; a leading zero bit marks it as negative (T.81 F.12). */
  signed(length: number): number {
    if (length === 0) return 0
    if (this.#available < 16) this.#fill()
    this.#available -= length
    const value = (this.#buffer >>> this.#available) & (2 ** length - 1)
    return value < 2 ** (length - 1) ? value - 2 ** length + 1 : value
  }

  /** Goes behind the restart marker that must be next, and forgets the bits before it. */
  restart(): void {
    this.#available = 0
    this.#missing = 0
    const marker = this.#bytes[this.position + 1] ?? 0
    const isRestart = this.#bytes[this.position] === 0xff && marker >= 0xd0 && marker <= 0xd7
    if (!isRestart) throw damagedJpeg({ kind: 'restart' })
    this.position += 2
  }

  #fill(): void {
    while (this.#available <= 16) {
      this.#buffer = ((this.#buffer << 8) | this.#nextByte()) & 0xffffff
      this.#available += 8
    }
  }

  #nextByte(): number {
    const byte = this.#bytes[this.position]
    const isMarker = byte === 0xff && this.#bytes[this.position + 1] !== 0
    if (byte === undefined || isMarker) {
      if (++this.#missing > grace) throw damagedJpeg({ kind: 'early' })
      return 0
    }
    this.position += byte === 0xff ? 2 : 1
    return byte
  }
}
