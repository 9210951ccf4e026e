import { longRepresentations, type Tag } from './data-set.ts'
import { encodeUtf8 } from './utf8.ts'

/** An element to be written: text, the bytes of anything else, items, or encapsulated frames. */
export interface ElementSource {
  readonly tag: Tag
  readonly vr: string
  readonly value: string | Uint8Array | readonly (readonly ElementSource[])[] | EncapsulatedFrames
}

/** Compressed frames, each of which becomes one fragment (PS3.5 A.4). */
export interface EncapsulatedFrames {
  readonly frames: readonly Uint8Array[]
}

/** Encodings for writing; big endian is retired. */
type WrittenEncoding = 'implicit-little' | 'explicit-little'

/** Turns text into bytes of the data set's character set. */
export type EncodeText = (text: string) => Uint8Array

export interface WriteOptions {
  readonly encoding?: WrittenEncoding
  /** UTF-8 if absent; Specific Character Set (0008,0005) must then be ISO_IR 192. */
  readonly encodeText?: EncodeText
}

const undefinedLength = 0xffffffff
const item: Tag = 'FFFEE000'
const sequenceDelimitation: Tag = 'FFFEE0DD'
/** Representations of text in the data set's character set; other text is ASCII (PS3.5 6.1.2.2). */
const inCharacterSet = new Set('LO LT PN SH ST UC UT'.split(' '))

/** The bytes of a data set, its elements in the order of their tags (PS3.5 section 7). */
export function writeElements(
  elements: readonly ElementSource[],
  { encoding = 'explicit-little', encodeText = encodeUtf8 }: WriteOptions = {},
): Uint8Array {
  return new ElementWriter(encoding, encodeText).write(elements)
}

/** Puts byte arrays one behind the other. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

class ElementWriter {
  readonly #isExplicit: boolean
  readonly #encodeText: EncodeText

  constructor(encoding: WrittenEncoding, encodeText: EncodeText) {
    this.#isExplicit = encoding === 'explicit-little'
    this.#encodeText = encodeText
  }

  write(elements: readonly ElementSource[]): Uint8Array {
    const inOrder = elements.toSorted((a, b) => (a.tag < b.tag ? -1 : 1))
    return concatenate(inOrder.flatMap((element) => this.#element(element)))
  }

  #element({ tag, vr, value }: ElementSource): Uint8Array[] {
    if (typeof value === 'object' && 'frames' in value) {
      return [this.#header(tag, vr, undefinedLength), ...encapsulated(value.frames)]
    }
    const bytes = this.#valueBytes(vr, value)
    return [this.#header(tag, vr, bytes.length), bytes]
  }

  #valueBytes(
    vr: string,
    value: string | Uint8Array | readonly (readonly ElementSource[])[],
  ): Uint8Array {
    if (value instanceof Uint8Array) return evened(value, 0)
    if (typeof value !== 'string') return this.#items(value)
    const encode = inCharacterSet.has(vr) ? this.#encodeText : encodeUtf8
    return evened(encode(value), vr === 'UI' ? 0 : 0x20)
  }

  #items(items: readonly (readonly ElementSource[])[]): Uint8Array {
    return concatenate(
      items.flatMap((elements) => {
        const content = this.write(elements)
        return [tagAndLength(item, content.length), content]
      }),
    )
  }

  #header(tag: Tag, vr: string, length: number): Uint8Array {
    if (!this.#isExplicit) return tagAndLength(tag, length)
    const letters = [vr.charCodeAt(0), vr.charCodeAt(1)]
    if (longRepresentations.has(vr)) {
      return Uint8Array.of(...tagBytes(tag), ...letters, 0, 0, ...uint32(length))
    }
    // A value too long for a two-byte length is written as unknown (PS3.5 6.2.2 note 3).
    if (length > 0xffff) return this.#header(tag, 'UN', length)
    return Uint8Array.of(...tagBytes(tag), ...letters, length & 0xff, length >> 8)
  }
}

/** The offset table, a fragment for every frame, the delimiter. */
function encapsulated(frames: readonly Uint8Array[]): Uint8Array[] {
  const fragments = frames.map((frame) => evened(frame, 0))
  let offset = 0
  const offsets = fragments.map((fragment) => {
    const own = offset
    offset += fragment.length + 8
    return own
  })
  const table = Uint8Array.from(offsets.flatMap(uint32))
  return [
    ...[table, ...fragments].flatMap((part) => [tagAndLength(item, part.length), part]),
    tagAndLength(sequenceDelimitation, 0),
  ]
}

function tagAndLength(tag: Tag, length: number): Uint8Array {
  return Uint8Array.of(...tagBytes(tag), ...uint32(length))
}

function tagBytes(tag: Tag): number[] {
  const [group, element] = [Number.parseInt(tag.slice(0, 4), 16), Number.parseInt(tag.slice(4), 16)]
  return [group & 0xff, group >> 8, element & 0xff, element >> 8]
}

function uint32(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]
}

function evened(bytes: Uint8Array, padding: number): Uint8Array {
  return bytes.length % 2 === 0 ? bytes : concatenate([bytes, Uint8Array.of(padding)])
}
