import { type Fault, RefusalError } from './refusal.ts'
import type { DataSetEncoding } from './transfer-syntax.ts'

/** A tag as its eight hexadecimal digits, group then element: `00100020` is the patient's id. */
export type Tag = string

/** One element of a data set and the position of its value. Sequences are skipped, not opened. */
export interface DataElement {
  readonly tag: Tag
  /** Value representation; undefined in implicit encoding. */
  readonly vr: string | undefined
  /** The value's bytes; fewer than announced if the file ends within them. */
  readonly value: Uint8Array
  readonly isCut: boolean
  /** Whether its length was not defined, so that it can only be a sequence. */
  readonly hasItems?: true
  /** Fragments of encapsulated pixel data, the offset table first (PS3.5 A.4). */
  readonly fragments?: readonly Uint8Array[]
}

export interface DataSet {
  readonly encoding: DataSetEncoding
  readonly isLittleEndian: boolean
  readonly elements: ReadonlyMap<Tag, DataElement>
  /** The fault that stopped reading before the end of the bytes. */
  readonly fault?: RefusalError
}

/** Sequences within sequences. */
const maximumNesting = 64 as const
/** Elements, items and fragments of a data set, nested ones included. */
export const maximumElements = 100_000 as const

const undefinedLength = 0xffffffff
const pixelData: Tag = '7FE00010'
const item: Tag = 'FFFEE000'
const itemDelimitation: Tag = 'FFFEE00D'
const sequenceDelimitation: Tag = 'FFFEE0DD'
/** Representations whose length takes four bytes after two reserved ones (PS3.5 table 7.1-1). */
export const longRepresentations: ReadonlySet<string> = new Set(
  'OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '),
)

/**
 * Reads the elements of a data set up to its end, to padding, or to the first fault, which is returned with
 * the elements before it. Later elements of the same tag win. With `group`, reading ends before the first
 * element of another group.
 */
export function readDataSet(
  bytes: Uint8Array,
  encoding: DataSetEncoding,
  group?: string,
): DataSet & { readonly end: number } {
  const reader = new ElementReader(bytes, encoding)
  const elements = new Map<Tag, DataElement>()
  const isLittleEndian = encoding !== 'explicit-big'
  let end = 0
  try {
    while (reader.position < bytes.length) {
      const tag = reader.peekTag()
      const isPadding = group !== '0000' && tag.startsWith('0000')
      if (isPadding || (group !== undefined && !tag.startsWith(group))) break
      const element = reader.readElement()
      elements.set(element.tag, element)
      end = reader.position
      if (element.isCut) throw cutWithin(element.tag)
    }
    return { encoding, isLittleEndian, elements, end }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return { encoding, isLittleEndian, elements, end, fault: error }
  }
}

/**
 * The items of a sequence of a data set in this encoding; none if the element is no sequence. Damage is
 * returned as the fault of its item, and ends the list.
 */
export function readItems(element: DataElement, encoding: DataSetEncoding): DataSet[] {
  const isSequence = element.vr === 'SQ' || element.vr === undefined || element.vr === 'UN'
  if (!isSequence || element.fragments !== undefined) return []
  // The items of an unknown element are in the implicit encoding (PS3.5 6.2.2 note 2).
  const within = element.vr === 'UN' ? 'implicit-little' : encoding
  const reader = new ElementReader(element.value, within)
  const items: DataSet[] = []
  while (element.value.length - reader.position >= 8) {
    if (reader.peekTag() !== item) break
    items.push(reader.readItem(within))
    if (items.at(-1)?.fault !== undefined) break
  }
  return items
}

interface ElementHeader {
  readonly tag: Tag
  readonly vr: string | undefined
  readonly length: number
}

class ElementReader {
  position: number = 0
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #isLittleEndian: boolean
  readonly #isExplicit: boolean
  #elementsLeft: number = maximumElements

  constructor(bytes: Uint8Array, encoding: DataSetEncoding) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#isLittleEndian = encoding !== 'explicit-big'
    this.#isExplicit = encoding !== 'implicit-little'
  }

  peekTag(): Tag {
    this.#need(4, { kind: 'cut_tag' })
    const group = this.#view.getUint16(this.position, this.#isLittleEndian)
    const element = this.#view.getUint16(this.position + 2, this.#isLittleEndian)
    return (group * 0x10000 + element).toString(16).toUpperCase().padStart(8, '0')
  }

  readElement(): DataElement {
    const { tag, vr, length } = this.#readHeader(this.#isExplicit)
    const start = this.position
    if (length !== undefinedLength) {
      const isCut = length > this.#bytes.length - start
      this.position = Math.min(start + length, this.#bytes.length)
      return { tag, vr, value: this.#bytes.subarray(start, this.position), isCut }
    }
    if (tag === pixelData) return this.#readFragments(tag, vr)
    this.#skipItems(vr === 'UN' ? false : this.#isExplicit, 1)
    const value = this.#bytes.subarray(start, this.position)
    return { tag, vr, value, isCut: false, hasItems: true }
  }

  /** The elements of an item; its fault is the one that stopped reading. */
  readItem(encoding: DataSetEncoding): DataSet {
    const elements = new Map<Tag, DataElement>()
    const isLittleEndian = this.#isLittleEndian
    try {
      const { length } = this.#readHeader(false)
      const end = length === undefinedLength ? this.#bytes.length : this.position + length
      this.#need(end - this.position, { kind: 'cut_item' })
      while (this.position < end) {
        const element = this.readElement()
        if (element.tag === itemDelimitation) break
        elements.set(element.tag, element)
        if (element.isCut) throw cutWithin(element.tag)
      }
      return { encoding, isLittleEndian, elements }
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      return { encoding, isLittleEndian, elements, fault: error }
    }
  }

  #readHeader(isExplicit: boolean): ElementHeader {
    if (--this.#elementsLeft < 0) {
      throw new RefusalError({ kind: 'elements', most: maximumElements })
    }
    const tag = this.peekTag()
    this.position += 4
    // Items and delimiters have no value representation in any encoding.
    if (!isExplicit || tag.startsWith('FFFE')) {
      return { tag, vr: undefined, length: this.#readUint32(tag) }
    }
    this.#need(4, { kind: 'cut_element', tag })
    const vr = String.fromCharCode(...this.#bytes.subarray(this.position, this.position + 2))
    if (longRepresentations.has(vr)) {
      this.position += 4
      return { tag, vr, length: this.#readUint32(tag) }
    }
    const length = this.#view.getUint16(this.position + 2, this.#isLittleEndian)
    this.position += 4
    return { tag, vr, length }
  }

  /** Steps over the items of a sequence of undefined length, up to and with its delimiter. */
  #skipItems(isExplicit: boolean, depth: number): void {
    if (depth > maximumNesting) {
      throw new RefusalError({ kind: 'nesting', most: maximumNesting })
    }
    for (;;) {
      const { tag, length } = this.#readHeader(isExplicit)
      if (tag === sequenceDelimitation) return
      if (tag !== item) throw new RefusalError({ kind: 'no_item', tag })
      if (length === undefinedLength) this.#skipElements(isExplicit, depth)
      else this.#skip(length, tag)
    }
  }

  /** Steps over the elements of an item of undefined length, up to and with its delimiter. */
  #skipElements(isExplicit: boolean, depth: number): void {
    for (;;) {
      const { tag, vr, length } = this.#readHeader(isExplicit)
      if (tag === itemDelimitation) return
      if (length === undefinedLength) this.#skipItems(vr === 'UN' ? false : isExplicit, depth + 1)
      else this.#skip(length, tag)
    }
  }

  #readFragments(tag: Tag, vr: string | undefined): DataElement {
    const start = this.position
    const fragments: Uint8Array[] = []
    let isCut = false
    while (!isCut) {
      if (this.#bytes.length - this.position < 8) {
        isCut = true
        break
      }
      const header = this.#readHeader(false)
      if (header.tag === sequenceDelimitation) break
      if (header.tag !== item) throw new RefusalError({ kind: 'no_fragment', tag: header.tag })
      isCut = header.length > this.#bytes.length - this.position
      const end = Math.min(this.position + header.length, this.#bytes.length)
      fragments.push(this.#bytes.subarray(this.position, end))
      this.position = end
    }
    return { tag, vr, value: this.#bytes.subarray(start, this.position), isCut, fragments }
  }

  #readUint32(tag: Tag): number {
    this.#need(4, { kind: 'cut_element', tag })
    this.position += 4
    return this.#view.getUint32(this.position - 4, this.#isLittleEndian)
  }

  #skip(length: number, tag: Tag): void {
    this.#need(length, { kind: 'cut_element', tag })
    this.position += length
  }

  #need(length: number, fault: Fault): void {
    if (length > this.#bytes.length - this.position) throw new RefusalError(fault)
  }
}

function cutWithin(tag: Tag): RefusalError {
  return new RefusalError({ kind: 'cut_element', tag })
}
