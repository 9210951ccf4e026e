const start = 0x0b
const end = 0x1c
const carriageReturn = 0x0d

/** A message as it travels over TCP (HL7's Minimal Lower Layer Protocol). */
export function frameOf(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(message.length + 3)
  frame[0] = start
  frame.set(message, 1)
  frame.set([end, carriageReturn], message.length + 1)
  return frame
}

/** Takes bytes as they arrive and hands out the messages among them. */
export class FrameReader {
  readonly #longest: number
  #parts: Uint8Array[] = []
  #length = 0
  #isInside = false

  /** @param longest the most bytes that a message may have */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** @throws {RangeError} if a message is longer than allowed */
  push(chunk: Uint8Array): Uint8Array[] {
    const messages: Uint8Array[] = []
    let from = 0
    for (const [at, byte] of chunk.entries()) {
      if (byte === start) {
        this.#begin()
        from = at + 1
      } else if (this.#isInside && byte === end) {
        this.#take(chunk.slice(from, at))
        messages.push(this.#whole())
        this.#isInside = false
      }
    }
    if (this.#isInside) this.#take(chunk.slice(from))
    return messages
  }

  #begin(): void {
    this.#isInside = true
    this.#parts = []
    this.#length = 0
  }

  #take(part: Uint8Array): void {
    this.#length += part.length
    if (this.#length > this.#longest) throw new RangeError('The message is too long.')
    this.#parts.push(part)
  }

  #whole(): Uint8Array {
    const message = new Uint8Array(this.#length)
    let at = 0
    for (const part of this.#parts) {
      message.set(part, at)
      at += part.length
    }
    return message
  }
}
