import { parseMediaType } from './media-types.ts'

/** A part of a multipart body. Read its content to the end before the next part. */
export interface Part {
  readonly contentType: string
  readonly content: AsyncIterable<Buffer>
}

/** The body is not multipart, or ends within a part. */
export class BrokenMultipart extends Error {}

const mostHeaderBytes = 16 * 1024

/** The boundary of a multipart content type; undefined for other content types. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const { type, parameters } = parseMediaType(contentType ?? '')
  const boundary = parameters.get('boundary') ?? ''
  const isUsable = type === 'multipart/related' && boundary !== '' && boundary.length <= 200
  return isUsable ? boundary : undefined
}

/**
 * Yields the parts of a multipart body as they arrive (RFC 2046 section 5.1). @throws
 * {BrokenMultipart}
 */
export async function* readParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part> {
  const reader = new DelimitedReader(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  for await (const _ of reader.until(delimiter)) {
    // Skip the preamble.
  }
  while ((await reader.line()) !== '--') {
    const header = await reader.header()
    const content = reader.until(delimiter)
    yield { contentType: header.get('content-type') ?? '', content }
    for await (const _ of content) {
      // Skip the remainder of a part that the caller has not read.
    }
  }
}

class DelimitedReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  // The first delimiter needs no line break before it.
  #held: Buffer = Buffer.from('\r\n')

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]()
  }

  /** Yields the bytes before the delimiter, and consumes the delimiter. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const found = this.#held.indexOf(delimiter)
      const end = found === -1 ? this.#held.length - delimiter.length + 1 : found
      if (end > 0) yield this.#take(end)
      if (found !== -1) {
        this.#take(delimiter.length)
        return
      }
      await this.#more()
    }
  }

  /** The rest of a delimiter's line: '--' after the last part, else nothing. */
  async line(): Promise<string> {
    while (this.#held.length < 2) await this.#more()
    if (this.#held.toString('latin1', 0, 2) === '--') return '--'
    return this.#text('\r\n')
  }

  async header(): Promise<ReadonlyMap<string, string>> {
    const lines: [string, string][] = []
    for (let left = mostHeaderBytes; ;) {
      const line = await this.#text('\r\n')
      left -= line.length + 2
      if (left < 0) throw new BrokenMultipart('the header of a part is too long')
      if (line === '') return new Map(lines)
      const [name = '', ...value] = line.split(':')
      lines.push([name.trim().toLowerCase(), value.join(':').trim()])
    }
  }

  async #text(end: string): Promise<string> {
    for (;;) {
      const at = this.#held.indexOf(end)
      if (at !== -1) {
        const text = this.#take(at).toString('latin1')
        this.#take(end.length)
        return text
      }
      if (this.#held.length > mostHeaderBytes) throw new BrokenMultipart('a line is too long')
      await this.#more()
    }
  }

  #take(bytes: number): Buffer {
    const taken = this.#held.subarray(0, bytes)
    this.#held = this.#held.subarray(bytes)
    return taken
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next()
    if (next.done === true) throw new BrokenMultipart('the body ends within a part')
    this.#held = Buffer.concat([this.#held, next.value])
  }
}

/** A part to send. */
export interface SentPart {
  readonly contentType: string
  readonly content: AsyncIterable<Uint8Array> | Uint8Array
}

/** Yields the bytes of a multipart body. */
export async function* writeParts(
  parts: AsyncIterable<SentPart> | Iterable<SentPart>,
  boundary: string,
): AsyncGenerator<Uint8Array> {
  for await (const { contentType, content } of parts) {
    yield Buffer.from(`--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n`)
    if (content instanceof Uint8Array) yield content
    else yield* content
    yield Buffer.from('\r\n')
  }
  yield Buffer.from(`--${boundary}--\r\n`)
}
