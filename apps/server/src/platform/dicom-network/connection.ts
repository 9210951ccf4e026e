import type { Socket } from 'node:net'

import { abortReasons, NetworkError, ProtocolError } from './network-error.ts'
import { encodeAbort, longestPdu, pduTypes, type Pdu, type PduHeader } from './pdu.ts'

/** Bytes waiting to be read above which the peer is paused. */
const mostWaiting = 1024 * 1024

/** A socket that carries whole units, with time limits and back-pressure. */
export class Connection {
  readonly address: string
  readonly #socket: Socket
  #chunks: Buffer[] = []
  #waiting = 0
  #isEnded = false
  #failure: NetworkError | undefined
  #wake: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #isTimeTotal = false

  constructor(socket: Socket) {
    this.#socket = socket
    // An IPv4 address on a socket of both families.
    this.address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(new NetworkError('closed', error.message)))
    socket.on('close', () => this.#fail(new NetworkError('closed', 'the peer hung up')))
  }

  /** Ends the connection after this time, whatever is sent until then. */
  allowInAll(milliseconds: number): void {
    this.#limit(milliseconds, true)
  }

  /** Ends the connection after this time without traffic in either direction. */
  allowSilence(milliseconds: number): void {
    this.#limit(milliseconds, false)
  }

  #limit(milliseconds: number, isTotal: boolean): void {
    clearTimeout(this.#timer)
    if (this.#failure !== undefined) return
    this.#isTimeTotal = isTotal
    this.#timer = setTimeout(() => {
      this.#fail(new NetworkError('timed out', `nothing for ${milliseconds} ms`))
      this.#socket.destroy()
    }, milliseconds).unref()
  }

  /**
   * Reads the header of the next unit.
   * @throws {ProtocolError} if it is too long or of unknown type
   * @throws {NetworkError} if the peer aborts
   */
  async readHeader(): Promise<PduHeader> {
    const header = await this.read(6)
    const type = header.readUInt8(0)
    const length = header.readUInt32BE(2)
    const longest = longestPdu(type)
    if (longest === undefined) {
      throw new ProtocolError(`unknown unit ${type}`, abortReasons.unrecognisedPdu)
    }
    if (length > longest) throw new ProtocolError(`a unit ${type} of ${length} bytes`)
    if (type === pduTypes.abort) {
      // An abort has no answer (PS3.8, AA-3).
      this.close()
      throw new NetworkError('aborted', 'the peer aborted')
    }
    return { type, length }
  }

  /** The next unit, whole. */
  async readPdu(): Promise<Pdu> {
    const { type, length } = await this.readHeader()
    return { type, body: await this.read(length) }
  }

  async read(count: number): Promise<Buffer> {
    await this.#arrivalOf(count)
    return this.#shift(count)
  }

  /** Returns the next bytes as they arrive, at least one if any are requested. */
  async readSome(most: number): Promise<Buffer> {
    await this.#arrivalOf(Math.min(most, 1))
    return this.#shift(Math.min(most, this.#chunks[0]?.length ?? 0))
  }

  /** Resolves when the peer can take more. */
  async write(bytes: readonly Uint8Array[]): Promise<void> {
    if (this.#isEnded) throw this.#failure ?? new NetworkError('closed', 'the connection is closed')
    this.#socket.cork()
    const accepted = bytes.map((part) => this.#socket.write(part))
    this.#socket.uncork()
    if (!this.#isTimeTotal) this.#timer?.refresh()
    if (accepted.includes(false)) await this.#drained()
  }

  /** Sends the last bytes and closes; the peer gets a moment to read them. */
  end(lastWords: Buffer): void {
    if (this.#isEnded) return
    this.allowInAll(lingerMs)
    this.#socket.end(lastWords)
    this.#socket.resume()
    this.#isEnded = true
  }

  /** Aborts the association: as service provider if a reason is given, else as its user. */
  abort(reason?: number): void {
    this.end(encodeAbort(reason))
  }

  /** Closes without an abort. */
  close(): void {
    this.#isEnded = true
    clearTimeout(this.#timer)
    this.#socket.destroy()
  }

  async #arrivalOf(count: number): Promise<void> {
    while (this.#waiting < count) {
      if (this.#failure !== undefined) throw this.#failure
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
  }

  /** Removes and returns the first received bytes, without copying if they arrived together. */
  #shift(count: number): Buffer {
    const parts: Buffer[] = []
    for (let missing = count; missing > 0;) {
      const chunk = this.#chunks.shift()
      if (chunk === undefined) break
      if (chunk.length > missing) this.#chunks.unshift(chunk.subarray(missing))
      const part = chunk.subarray(0, missing)
      parts.push(part)
      missing -= part.length
    }
    this.#waiting -= count
    if (this.#socket.isPaused() && this.#waiting < mostWaiting) this.#socket.resume()
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  }

  #take(chunk: Buffer): void {
    // Ignore input once the last message has been sent.
    if (this.#isEnded) return
    this.#chunks.push(chunk)
    this.#waiting += chunk.length
    if (this.#waiting > mostWaiting) this.#socket.pause()
    if (!this.#isTimeTotal) this.#timer?.refresh()
    this.#wakeUp()
  }

  #fail(failure: NetworkError): void {
    this.#failure ??= failure
    this.#isEnded = true
    clearTimeout(this.#timer)
    this.#wakeUp()
  }

  #wakeUp(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }

  #drained(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const settle = (): void => {
      this.#socket.off('drain', settle).off('close', settle)
      if (this.#failure === undefined) resolve()
      else reject(this.#failure)
    }
    this.#socket.on('drain', settle).on('close', settle)
    return promise
  }
}

/** Time for the peer to read the last message. */
const lingerMs = 2000
