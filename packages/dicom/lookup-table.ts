import { decodeAscii } from './character-set.ts'
import type { DataSet } from './data-set.ts'
import { elementValues, type ElementValues } from './values.ts'

/** A lookup table (PS3.3 C.7.6.3.1.5, C.11.1 and C.11.2). */
export interface LookupTable {
  /** The input value of the first entry; lower values use it too, and higher ones the last entry. */
  readonly firstMapped: number
  readonly bits: number
  readonly entries: Uint8Array | Uint16Array
}

/** Palette colour lookup tables for red, green and blue. */
export type Palette = readonly [LookupTable, LookupTable, LookupTable]

/** The palette of a data set; undefined if it has none, or an inconsistent one. */
export function paletteOf(values: ElementValues, isLittleEndian: boolean): Palette | undefined {
  const [red, green, blue] = ['1', '2', '3'].map((colour) =>
    paletteTable(values, colour, isLittleEndian),
  )
  return red && green && blue && [red, green, blue]
}

/** The table of an item of a Modality LUT or VOI LUT Sequence; undefined as above. */
export function tableOf(item: DataSet | undefined): LookupTable | undefined {
  if (item === undefined) return undefined
  const values = elementValues(item, decodeAscii)
  const [count, first, bits] = values.numbers('00283002')
  const data = values.bytes('00283006')
  if (count === undefined || first === undefined || bits === undefined || !data) return undefined
  // 65,536 entries do not fit the 16 bits of the descriptor, which then says 0.
  const entries = plainEntries(data, count || 65_536, item.isLittleEndian)
  return entries && { firstMapped: first, bits: Math.min(Math.max(bits, 1), 16), entries }
}

function paletteTable(
  values: ElementValues,
  colour: string,
  isLittleEndian: boolean,
): LookupTable | undefined {
  const [count, firstMapped, bits] = values.numbers(`0028110${colour}`)
  if (count === undefined || firstMapped === undefined || bits === undefined) return undefined
  const announced = count || 65_536
  const plain = values.bytes(`0028120${colour}`)
  const segments = values.bytes(`0028122${colour}`)
  const entries = plain
    ? plainEntries(plain, announced, isLittleEndian)
    : segments && expandSegments(segments, announced, isLittleEndian)
  return entries && { firstMapped, bits, entries }
}

/** Entries of two bytes, or of one if the data is too short; those are packed two to a word. */
function plainEntries(
  data: Uint8Array,
  count: number,
  isLittleEndian: boolean,
): Uint8Array | Uint16Array | undefined {
  if (data.length < count) return undefined
  if (data.length < count * 2) {
    return Uint8Array.from({ length: count }, (_, at) => data[isLittleEndian ? at : at ^ 1] ?? 0)
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return Uint16Array.from({ length: count }, (_, at) => view.getUint16(at * 2, isLittleEndian))
}

/** Runs of values, straight lines, and repetitions of earlier segments (PS3.3 C.7.9.2). */
function expandSegments(
  data: Uint8Array,
  count: number,
  isLittleEndian: boolean,
): Uint16Array | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const code = (at: number): number =>
    at * 2 + 1 < data.length ? view.getUint16(at * 2, isLittleEndian) : Infinity
  const entries: number[] = []
  let segmentsLeft = count
  /** Expands the segment at a position and returns the start of the next one; NaN if it is invalid. */
  const expand = (at: number, isRepeated: boolean): number => {
    const [opcode, length, last] = [code(at), code(at + 1), code(at + 2)]
    const isLong = entries.length + length > count
    if (--segmentsLeft < 0 || (opcode < 2 && isLong)) return NaN
    if (opcode === 0) {
      for (let i = 0; i < length; i++) entries.push(code(at + 2 + i))
      return at + 2 + length
    }
    if (opcode === 1) {
      const start = entries.at(-1) ?? 0
      for (let i = 1; i <= length; i++) {
        entries.push(Math.round(start + ((last - start) * i) / length))
      }
      return at + 3
    }
    if (opcode !== 2 || isRepeated) return NaN
    let place = (last + code(at + 3) * 65_536) / 2
    for (let i = 0; i < length && !Number.isNaN(place); i++) place = expand(place, true)
    return Number.isNaN(place) ? NaN : at + 4
  }
  let at = 0
  while (entries.length < count && !Number.isNaN(at)) at = expand(at, false)
  return entries.length === count && entries.every(Number.isFinite)
    ? Uint16Array.from(entries)
    : undefined
}
