/** Faults of a JSON document. */
export type JsonListFault =
  | {
      readonly kind: 'no_object' | 'no_key' | 'no_colon' | 'no_comma' | 'no_value' | 'more' | 'cut'
    }
  | { readonly kind: 'list_twice' | 'not_a_list'; readonly list: string }
  | { readonly kind: 'long_entry'; readonly longestBytes: number }
  | { readonly kind: 'nesting'; readonly deepest: number }

/** Thrown if the bytes are not a JSON document of the expected structure; `byte` counts from 0. */
export class JsonListError extends Error {
  override readonly name = 'JsonListError'
  readonly fault: JsonListFault
  readonly byte: number

  constructor(fault: JsonListFault, byte: number) {
    super(`${fault.kind} at byte ${byte}`)
    this.fault = fault
    this.byte = byte
  }
}

/** One element of a list at the top of a document. */
export interface JsonElement {
  /** Key of the list. */
  readonly list: string
  /** Position of its first byte in the document, and its length in bytes. */
  readonly start: number
  readonly length: number
  /** Its text in UTF-8, valid until the next chunk: brackets pair up, the rest is unchecked. */
  readonly bytes: Uint8Array
}

/** Takes a document chunk by chunk, cut anywhere. */
export interface JsonListReader {
  readonly push: (chunk: Uint8Array) => void
  /** Call after the last chunk: throws if the document is truncated. */
  readonly end: () => void
}

/** Deeper nesting has no place in the documents read here, and could exhaust a parser's stack. */
const deepest = 64

const code = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  listStart: 0x5b,
  backslash: 0x5c,
  listEnd: 0x5d,
  objectStart: 0x7b,
  objectEnd: 0x7d,
} as const

const space = flags(' \t\r\n')
const opens = flags('[{')
const ofNote = flags('"[]{}')
const endsScalar = flags(',]} \t\r\n')

type Expected =
  | 'object'
  | 'first key'
  | 'key'
  | 'colon'
  | 'value'
  | 'comma or end'
  | 'first element'
  | 'element'
  | 'comma or end of list'
  | 'nothing more'

/** A key or value that is being walked through. */
interface Passage {
  readonly role: 'key' | 'value' | 'element'
  readonly isScalar: boolean
  readonly start: number
  depth: number
  inString: boolean
  escaped: boolean
  /** Its bytes from earlier chunks. */
  pieces: Uint8Array[]
}

/**
 * Finds the elements of some top-level lists of a JSON object (RFC 8259) without building the document;
 * memory is bounded by a chunk and the longest element. Skips everything else, checking only that brackets
 * match. Throws JsonListError on another structure, on nesting beyond 64 levels, on an element beyond
 * `longestBytes`, and if a wanted list occurs twice or is not a list.
 */
export function readJsonLists(options: {
  wanted: ReadonlySet<string>
  longestBytes: number
  onElement: (element: JsonElement) => void
}): JsonListReader {
  const seen = new Set<string>()
  let expected: Expected = 'object'
  let key = ''
  let passage: Passage | undefined
  /** Position of the current chunk in the document. */
  let base = 0

  const refuse = (fault: JsonListFault, at: number): never => {
    throw new JsonListError(fault, base + at)
  }

  const begin = (role: Passage['role'], byte: number, at: number): void => {
    const isScalar = byte !== code.quote && opens[byte] === 0
    if (isScalar && endsScalar[byte] === 1) refuse({ kind: 'no_value' }, at)
    passage = {
      role,
      isScalar,
      start: base + at,
      depth: 0,
      inString: false,
      escaped: false,
      pieces: [],
    }
  }

  const beginList = (at: number): void => {
    if (seen.has(key)) refuse({ kind: 'list_twice', list: key }, at)
    seen.add(key)
    expected = 'first element'
  }

  const onValue = (byte: number, at: number): boolean => {
    const isWanted = options.wanted.has(key)
    if (isWanted && byte !== code.listStart) refuse({ kind: 'not_a_list', list: key }, at)
    if (isWanted) beginList(at)
    else begin('value', byte, at)
    return isWanted
  }

  /** Handles bytes between values; true if the byte is consumed. */
  const onStructure: Record<Expected, (byte: number, at: number) => boolean> = {
    object: (byte, at) => {
      if (byte !== code.objectStart) refuse({ kind: 'no_object' }, at)
      expected = 'first key'
      return true
    },
    'first key': (byte, at) => {
      if (byte !== code.objectEnd) return onStructure.key(byte, at)
      expected = 'nothing more'
      return true
    },
    key: (byte, at) => {
      if (byte !== code.quote) refuse({ kind: 'no_key' }, at)
      begin('key', byte, at)
      return false
    },
    colon: (byte, at) => {
      if (byte !== code.colon) refuse({ kind: 'no_colon' }, at)
      expected = 'value'
      return true
    },
    value: onValue,
    'comma or end': (byte, at) => {
      if (byte !== code.comma && byte !== code.objectEnd) refuse({ kind: 'no_comma' }, at)
      expected = byte === code.comma ? 'key' : 'nothing more'
      return true
    },
    'first element': (byte, at) => {
      if (byte !== code.listEnd) return onStructure.element(byte, at)
      expected = 'comma or end'
      return true
    },
    element: (byte, at) => {
      begin('element', byte, at)
      return false
    },
    'comma or end of list': (byte, at) => {
      if (byte !== code.comma && byte !== code.listEnd) refuse({ kind: 'no_comma' }, at)
      expected = byte === code.comma ? 'element' : 'comma or end'
      return true
    },
    'nothing more': (_, at) => refuse({ kind: 'more' }, at),
  }

  const finish = (done: Passage, chunk: Uint8Array, end: number): void => {
    passage = undefined
    if (done.role === 'value') {
      expected = 'comma or end'
      return
    }
    const bytes = joined(done.pieces, chunk.subarray(Math.max(0, done.start - base), end))
    if (done.role === 'key') {
      key = asciiOf(bytes.subarray(1, -1))
      expected = 'colon'
      return
    }
    expected = 'comma or end of list'
    options.onElement({ list: key, start: done.start, length: bytes.length, bytes })
  }

  const keep = (open: Passage, chunk: Uint8Array): void => {
    if (open.role === 'value') return
    if (base + chunk.length - open.start > options.longestBytes) {
      refuse({ kind: 'long_entry', longestBytes: options.longestBytes }, 0)
    }
    open.pieces.push(chunk.slice(Math.max(0, open.start - base)))
  }

  return {
    push(chunk) {
      let at = base === 0 ? byteOrderMarkLength(chunk) : 0
      while (at < chunk.length) {
        if (passage !== undefined) {
          const end = walk(passage, chunk, at)
          if (passage.depth > deepest) refuse({ kind: 'nesting', deepest }, end)
          at = end
          if (isOver(passage, chunk, at)) finish(passage, chunk, at)
          continue
        }
        const byte = chunk[at] ?? 0
        if (space[byte] === 1 || onStructure[expected](byte, at)) at++
      }
      if (passage !== undefined) keep(passage, chunk)
      base += chunk.length
    },
    end() {
      if (expected !== 'nothing more') refuse({ kind: 'cut' }, 0)
    },
  }
}

/** Walks to the end of the passage or of the chunk, or to the point where nesting is too deep. */
function walk(passage: Passage, chunk: Uint8Array, from: number): number {
  let at = from
  if (passage.isScalar) {
    while (at < chunk.length && endsScalar[chunk[at] ?? 0] === 0) at++
    return at
  }
  while (at < chunk.length) {
    if (passage.inString) at = walkString(passage, chunk, at)
    else {
      while (at < chunk.length && ofNote[chunk[at] ?? 0] === 0) at++
      if (at === chunk.length) return at
      step(passage, chunk[at] ?? 0)
      at++
    }
    if (!passage.inString && (passage.depth === 0 || passage.depth > deepest)) return at
  }
  return at
}

function step(passage: Passage, byte: number): void {
  if (byte === code.quote) passage.inString = true
  else passage.depth += opens[byte] === 1 ? 1 : -1
}

function walkString(passage: Passage, chunk: Uint8Array, from: number): number {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at]
    if (passage.escaped) passage.escaped = false
    else if (byte === code.backslash) passage.escaped = true
    else if (byte === code.quote) {
      passage.inString = false
      return at + 1
    }
  }
  return chunk.length
}

/** The byte after a scalar shows that it has ended; any other value ends with its own last byte. */
function isOver(passage: Passage, chunk: Uint8Array, at: number): boolean {
  return passage.isScalar ? at < chunk.length : passage.depth === 0 && !passage.inString
}

function joined(pieces: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  if (pieces.length === 0) return last
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, last.length))
  let at = 0
  for (const piece of [...pieces, last]) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** Keys of other scripts come out mangled; none of them is wanted. */
function asciiOf(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, 100), (byte) => String.fromCharCode(byte)).join('')
}

function byteOrderMarkLength(chunk: Uint8Array): number {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0
}

function flags(characters: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}
