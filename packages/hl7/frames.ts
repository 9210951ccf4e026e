const start = 0x0b
const end = 0x1c
const carriageReturn = 0x0d

/** A message as it travels over TCP (HL7's Minimal Lower Layer Protocol). */
export function frameOf(message: Uint8Array): Uint8Array {
  return Uint8Array.of(start, ...message, end, carriageReturn)
}

/** Takes bytes as they arrive and hands out the messages among them. */
export class FrameReader {
  readonly #longest: number
  #bytes: number[] = []
  #isInside = false

  /** @param longest the most bytes that a message may have */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** @throws {RangeError} where a message is longer than allowed */
  push(chunk: Uint8Array): Uint8Array[] {
    const messages: Uint8Array[] = []
    for (const byte of chunk) {
      if (byte === start) {
        this.#isInside = true
        this.#bytes = []
      } else if (this.#isInside && byte === end) {
        this.#isInside = false
        messages.push(Uint8Array.from(this.#bytes))
      } else if (this.#isInside) {
        this.#bytes.push(byte)
        if (this.#bytes.length > this.#longest) throw new RangeError('The message is too long.')
      }
    }
    return messages
  }
}
