import { SaxesParser } from 'saxes'

export type XmlFault = 'cut' | 'doctype' | 'encoding' | 'long' | 'malformed' | 'nesting'

/** Thrown if a text is not the expected XML. */
export class XmlError extends Error {
  override readonly name = 'XmlError'
  readonly fault: XmlFault

  constructor(fault: XmlFault, detail: string = fault) {
    super(detail)
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

const readable = /^(?:utf-?8|us-ascii)$/i

/**
 * Streams the elements of an XML 1.0 document in UTF-8, in memory bounded by its longest tag or text. Document
 * types are refused, and with them every entity that a document could define: there is nothing to expand or
 * to fetch. Namespaces are not resolved. Throws XmlError.
 */
export function readXml({ onOpen, onText, onClose }: XmlHandlers): XmlReader {
  const parser = new SaxesParser({ position: false })
  let depth = 0
  let isAtEnd = false
  let unread = 0

  parser.on('error', (error) => {
    throw new XmlError(isAtEnd ? 'cut' : 'malformed', error.message)
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !readable.test(encoding)) throw new XmlError('encoding')
  })
  parser.on('doctype', () => {
    throw new XmlError('doctype')
  })
  parser.on('opentag', ({ name, attributes }) => {
    unread = 0
    if (depth === deepest) throw new XmlError('nesting')
    depth++
    onOpen(name, new Map(Object.entries(attributes)))
  })
  const tellText = (text: string): void => {
    unread = 0
    if (depth > 0) onText(text)
  }
  parser.on('text', tellText)
  parser.on('cdata', tellText)
  parser.on('closetag', ({ name }) => {
    unread = 0
    depth--
    onClose(name)
  })

  return {
    push(chunk) {
      unread += chunk.length
      parser.write(chunk)
      if (unread > longest) throw new XmlError('long')
    },
    end() {
      isAtEnd = true
      parser.close()
    },
  }
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
