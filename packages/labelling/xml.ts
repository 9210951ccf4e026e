export type XmlFault = 'cut' | 'doctype' | 'encoding' | 'entity' | 'long' | 'malformed' | 'nesting'

/** Thrown if a text is not the expected XML. */
export class XmlError extends Error {
  override readonly name = 'XmlError'
  readonly fault: XmlFault

  constructor(fault: XmlFault) {
    super(fault)
    this.fault = fault
  }
}

export type XmlAttributes = ReadonlyMap<string, string>

export interface XmlHandlers {
  readonly onOpen: (name: string, attributes: XmlAttributes) => void
  /** Text without markup in between, entities resolved. */
  readonly onText: (text: string) => void
  readonly onClose: (name: string) => void
}

/** Takes a document chunk by chunk, cut anywhere. */
export interface XmlReader {
  readonly push: (chunk: string) => void
  /** Call after the last chunk: throws if the document is truncated. */
  readonly end: () => void
}

/** Deeper nesting has no place in the documents read here. */
const deepest = 16
/** Maximum characters of a tag or text: a mask in an attribute may be long. */
const longest = 32 * 1024 * 1024

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

/** Markup that carries nothing for the handlers, by its start, with its end. */
const skipped = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const
const [cdataStart, cdataEnd] = ['<![CDATA[', ']]>'] as const
const longestStart = cdataStart.length

const tagName = /[\p{L}_][\p{L}\p{N}_.:-]*/uy
const attributeStart = /\s+([\p{L}_][\p{L}\p{N}_.:-]*)\s*=\s*(["'])/uy

/**
 * Streams the elements of an XML 1.0 document in UTF-8, in memory bounded by its longest tag or text. Document
 * types are refused, and with them every entity that a document could define: there is nothing to expand or
 * to fetch. Namespaces are not resolved. Throws XmlError.
 */
export function readXml({ onOpen, onText, onClose }: XmlHandlers): XmlReader {
  const open: string[] = []
  let buffer = ''
  let isStarted = false
  let isClosed = false

  const text = (raw: string): void => {
    if (open.length > 0) onText(raw)
    else if (raw.replace(/^\uFEFF/u, '').trim() !== '') throw new XmlError('malformed')
  }

  const openTag = (tag: string): void => {
    if (isClosed) throw new XmlError('malformed')
    const isEmpty = tag.endsWith('/')
    const { name, attributes } = parseTag(isEmpty ? tag.slice(0, -1) : tag)
    if (open.length === deepest) throw new XmlError('nesting')
    isStarted = true
    open.push(name)
    onOpen(name, attributes)
    if (isEmpty) closeTag(name)
  }

  const closeTag = (name: string): void => {
    if (open.pop() !== name) throw new XmlError('malformed')
    isClosed = open.length === 0
    onClose(name)
  }

  /** Handles the markup at the position; returns where it ends, or undefined if it is not complete yet. */
  const markup = (at: number): number | undefined => {
    const start = buffer.slice(at, at + longestStart)
    for (const [from, to] of skipped) {
      if (!start.startsWith(from)) continue
      const end = endOf(buffer, to, at + from.length)
      if (from === '<?' && end !== undefined) refuseEncoding(buffer.slice(at, end))
      return end
    }
    if (start === cdataStart) {
      const end = endOf(buffer, cdataEnd, at + cdataStart.length)
      if (end !== undefined) text(buffer.slice(at + cdataStart.length, end - cdataEnd.length))
      return end
    }
    if (start.startsWith('<!')) {
      if (start.length < longestStart) return undefined
      throw new XmlError('doctype')
    }
    const end = endOfTag(buffer, at + 1)
    if (end === undefined) return undefined
    const tag = buffer.slice(at + 1, end - 1)
    if (tag.startsWith('/')) closeTag(tag.slice(1).trimEnd())
    else openTag(tag)
    return end
  }

  return {
    push(chunk) {
      buffer += chunk
      let at = 0
      for (;;) {
        const next = buffer.indexOf('<', at)
        if (next === -1) break
        if (next > at) text(resolved(buffer.slice(at, next)))
        at = next
        const end = markup(at)
        if (end === undefined) break
        at = end
      }
      buffer = buffer.slice(at)
      if (buffer.length > longest) throw new XmlError('long')
    },
    end() {
      if (open.length > 0 || !isStarted || buffer.startsWith('<')) throw new XmlError('cut')
      text(buffer)
    },
  }
}

function endOf(text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from)
  return at === -1 ? undefined : at + mark.length
}

/** The end of a tag: the first `>` outside quotes. */
function endOfTag(text: string, from: number): number | undefined {
  const mark = /[<>"']/gu
  mark.lastIndex = from
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '>') return mark.lastIndex
    if (found[0] === '<') throw new XmlError('malformed')
    const end = endOf(text, found[0], mark.lastIndex)
    if (end === undefined) return undefined
    mark.lastIndex = end
  }
  return undefined
}

function parseTag(tag: string): { name: string; attributes: XmlAttributes } {
  tagName.lastIndex = 0
  const name = tagName.exec(tag)?.[0]
  if (name === undefined) throw new XmlError('malformed')
  const attributes = new Map<string, string>()
  let at = name.length
  for (;;) {
    attributeStart.lastIndex = at
    const found = attributeStart.exec(tag)
    if (found === null) break
    const [whole, key = '', quote = ''] = found
    const start = at + whole.length
    const end = tag.indexOf(quote, start)
    const value = tag.slice(start, end)
    if (end === -1 || attributes.has(key) || value.includes('<')) throw new XmlError('malformed')
    attributes.set(key, resolved(value))
    at = end + 1
  }
  if (tag.slice(at).trim() !== '') throw new XmlError('malformed')
  return { name, attributes }
}

function resolved(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&([^;&]{0,16};?)/gu, (_, reference: string) => {
    const name = reference.endsWith(';') ? reference.slice(0, -1) : ''
    const character = entities[name] ?? numbered(name)
    if (character === undefined) throw new XmlError('entity')
    return character
  })
}

function numbered(name: string): string | undefined {
  const digits = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/iu.exec(name)
  if (digits === null) return undefined
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16)
  const isSurrogate = code >= 0xd8_00 && code <= 0xdf_ff
  return code === 0 || code > 0x10_ff_ff || isSurrogate ? undefined : String.fromCodePoint(code)
}

function refuseEncoding(declaration: string): void {
  const named = /^<\?xml\s.*?\bencoding\s*=\s*["']([^"']*)["']/su.exec(declaration)?.[1]
  if (named !== undefined && !/^(utf-?8|us-ascii)$/iu.test(named)) throw new XmlError('encoding')
}

const escapes: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Control characters that XML 1.0 permits. */
const permitted = /[\t\n\r\u007F-\u009F]/u

/** A text for an element or a quoted attribute; characters that XML 1.0 does not permit become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (found) => (permitted.test(found) ? found : '\uFFFD'))
    .replaceAll(/[<>&"\t\n\r]/gu, (character) => escapes[character] ?? character)
}
