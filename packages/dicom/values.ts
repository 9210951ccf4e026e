import { representationOf } from './dictionary/dictionary.ts'
import type { DecodeText } from './character-set.ts'
import type { DataElement, DataSet, Tag } from './data-set.ts'

/** Reads the values of a data set's elements, as numbers or text. */
export interface ElementValues {
  /** The whole text, trimmed, without control characters; undefined if absent or empty. */
  readonly text: (tag: Tag) => string | undefined
  /** The values of text that `\` parts, trimmed. */
  readonly texts: (tag: Tag) => readonly string[]
  /** Every number that the element holds, whether written as text or in binary. */
  readonly numbers: (tag: Tag) => readonly number[]
  readonly bytes: (tag: Tag) => Uint8Array | undefined
}

/** Binary numbers by value representation (PS3.5 table 6.2-1). */
type NumberReader = (view: DataView, at: number, isLittleEndian: boolean) => number
const numberReaders: Readonly<Record<string, { size: number; read: NumberReader }>> = {
  US: { size: 2, read: (view, at, little) => view.getUint16(at, little) },
  SS: { size: 2, read: (view, at, little) => view.getInt16(at, little) },
  UL: { size: 4, read: (view, at, little) => view.getUint32(at, little) },
  SL: { size: 4, read: (view, at, little) => view.getInt32(at, little) },
  FL: { size: 4, read: (view, at, little) => view.getFloat32(at, little) },
  FD: { size: 8, read: (view, at, little) => view.getFloat64(at, little) },
}

const textRepresentations = new Set('AE AS CS DA DS DT IS LO LT PN SH ST TM UC UI UR UT'.split(' '))

/** Values longer than this in bytes are not names, dates or codes, and are not read as text. */
const longestText = 65_536

export function elementValues(dataSet: DataSet, decode: DecodeText): ElementValues {
  const { elements, isLittleEndian } = dataSet
  const text = (tag: Tag): string | undefined => {
    const value = elements.get(tag)?.value
    if (value === undefined || value.length > longestText) return undefined
    return printable(decode(value)).trim() || undefined
  }
  const texts = (tag: Tag): readonly string[] =>
    (text(tag) ?? '').split('\\').map((value) => value.trim())
  return {
    text,
    texts,
    numbers(tag) {
      const element = elements.get(tag)
      if (element === undefined) return []
      const binary = binaryNumbers(element, isLittleEndian)
      return binary ?? texts(tag).map((value) => (value === '' ? NaN : Number(value)))
    },
    bytes: (tag) => elements.get(tag)?.value,
  }
}

/** An element as text for display; undefined if it is binary, empty, or not printable. */
export function printableValue(
  element: DataElement,
  { isLittleEndian, isSigned }: { isLittleEndian: boolean; isSigned: boolean },
  decode: DecodeText,
): string | undefined {
  const { value } = element
  if (value.length === 0 || value.length > longestText) return undefined
  const vr = representation(element, isSigned)
  const binary = binaryNumbers({ ...element, vr }, isLittleEndian)
  if (binary !== undefined) return binary.slice(0, 64).join('\\')
  if (vr === undefined) return looksLikeText(value) ? trimmed(decode(value)) : undefined
  return textRepresentations.has(vr) ? trimmed(decode(value)) : undefined
}

/** The numbers of a binary element; undefined if it is of another kind. */
export function binaryNumbers(element: DataElement, isLittleEndian: boolean): number[] | undefined {
  const { value } = element
  const reader = numberReaders[representation(element) ?? '']
  if (reader === undefined) return undefined
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength)
  return Array.from({ length: Math.floor(value.length / reader.size) }, (_, index) =>
    reader.read(view, index * reader.size, isLittleEndian),
  )
}

/** Whether the pixels, and the attributes that refer to them, are signed (Pixel Representation). */
export function hasSignedPixels({ elements, isLittleEndian }: DataSet): boolean {
  const value = elements.get('00280103')?.value
  return value !== undefined && value.length >= 2 && value[isLittleEndian ? 0 : 1] === 1
}

/** The stated one, else the standard's, for implicit encoding or an element stored as unknown. */
export function representation(
  { tag, vr, hasItems }: DataElement,
  isSigned = false,
): string | undefined {
  if (vr !== undefined && vr !== 'UN') return vr
  // A length that is not defined is that of a sequence (PS3.5 section 7.1.1).
  return hasItems === true ? 'SQ' : (representationOf(tag, isSigned) ?? vr)
}

function looksLikeText(value: Uint8Array): boolean {
  const end = value.findLastIndex((byte) => byte !== 0) + 1
  return value.subarray(0, end).every((byte) => byte >= 0x20 || isLayout(byte) || byte === 0x1b)
}

function trimmed(text: string): string | undefined {
  return printable(text).trim() || undefined
}

function printable(text: string): string {
  return Array.from(text, (character) =>
    isPrintable(character.codePointAt(0) ?? 0) ? character : '',
  ).join('')
}

function isPrintable(code: number): boolean {
  return (code >= 0x20 && !(code >= 0x7f && code < 0xa0)) || isLayout(code)
}

/** Tab, line feed, form feed and carriage return. */
function isLayout(code: number): boolean {
  return code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d
}
