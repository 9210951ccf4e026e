import {
  commandFields,
  encodeCommand,
  longestCommand,
  parseCommand,
  type Command,
} from './command.ts'
import type { Connection } from './connection.ts'
import { abortReasons, ProtocolError } from './network-error.ts'
import {
  dataHeader,
  longestData,
  pduTypes,
  releaseRequest,
  releaseResponse,
  type DataValue,
} from './pdu.ts'
import { refusalOf, refusingSink, type OpenStore, type StoreSink } from './store-sink.ts'
import { ValueReader, valueOverhead } from './value-reader.ts'

/** A presentation context that both sides agreed on. */
export interface AcceptedContext {
  readonly id: number
  readonly abstractSyntax: string
  readonly transferSyntax: string
}

export interface Message {
  readonly command: Command
  readonly context: AcceptedContext
  /** The data set of any message except a C-STORE request. */
  readonly dataSet: Buffer
  /** The status of an object received by a C-STORE request. */
  readonly stored: number | undefined
}

export interface AssociationLimits {
  /** How long a peer may be silent between messages, and within one, in milliseconds. */
  readonly idleMs: number
  readonly transferMs: number
  /** Bytes of an object. */
  readonly objectBytes: number
}

export const usualLimits: AssociationLimits = {
  idleMs: 30_000,
  transferMs: 60_000,
  objectBytes: 512 * 2 ** 20,
}

/** Maximum bytes of a data set that is not an object: a query's answer, or a commitment report. */
const longestIdentifier = 4 * 2 ** 20

/** An established association: messages in both directions (PS3.7). */
export class Association {
  readonly connection: Connection
  readonly contexts: ReadonlyMap<number, AcceptedContext>
  readonly #limits: AssociationLimits
  readonly #longestValue: number
  readonly #values: ValueReader
  #isReleasing = false

  constructor(
    connection: Connection,
    agreed: { contexts: readonly AcceptedContext[]; longestData: number },
    limits: AssociationLimits,
  ) {
    const peerLongest = agreed.longestData === 0 ? longestData : agreed.longestData
    this.connection = connection
    this.#values = new ValueReader(connection)
    this.contexts = new Map(agreed.contexts.map((context) => [context.id, context]))
    this.#limits = limits
    // Values have even lengths.
    this.#longestValue = (Math.min(peerLongest, longestData) - valueOverhead) & ~1
    if (this.#longestValue <= 0) throw new ProtocolError('the peer takes no data')
  }

  /** Sends a command and its data set, if it has one. */
  async send(
    context: AcceptedContext,
    command: Command,
    dataSet?: AsyncIterable<Uint8Array> | Uint8Array,
  ): Promise<void> {
    this.connection.allowSilence(this.#limits.transferMs)
    const value = { contextId: context.id, isCommand: true }
    await this.#sendPart({ ...value, isLast: true }, encodeCommand(command))
    if (dataSet === undefined) return
    let held: Uint8Array = Buffer.alloc(0)
    for await (const bytes of dataSet instanceof Uint8Array ? [dataSet] : dataSet) {
      if (held.length > 0) await this.#sendPart({ ...value, isCommand: false, isLast: false }, held)
      held = bytes
    }
    await this.#sendPart({ ...value, isCommand: false, isLast: true }, held)
  }

  async #sendPart(value: Omit<DataValue, 'bytes'>, bytes: Uint8Array): Promise<void> {
    let at = 0
    do {
      const part = bytes.subarray(at, at + this.#longestValue)
      at += part.length
      const isLast = value.isLast && at >= bytes.length
      // Only a deflated stream can be odd; it is padded with a null (PS3.5 A.5).
      const padding = Buffer.alloc(part.length % 2)
      const header = dataHeader({ ...value, isLast }, part.length + padding.length)
      await this.connection.write([header, part, padding])
    } while (at < bytes.length)
  }

  /** Requests release, possibly while a message is awaited: that wait then ends with none. */
  async askForRelease(): Promise<void> {
    this.#isReleasing = true
    await this.connection.write([releaseRequest])
  }

  /** Whether something may still be sent, and not only received (PS3.8 table 9-10). */
  get maySend(): boolean {
    return !this.#isReleasing
  }

  /**
   * Returns the next message, with the object of a C-STORE request written to the sink that `openStore`
   * gives; undefined when the peer has released the association. Any error ends the association.
   */
  async receive(openStore?: OpenStore, silenceMs?: number): Promise<Message | undefined> {
    const incoming = new IncomingMessage(this.contexts, this.#limits, openStore)
    this.connection.allowSilence(silenceMs ?? this.#limits.idleMs)
    try {
      for (;;) {
        const piece = await this.#nextPiece(incoming)
        if (piece === undefined) return undefined
        if (!incoming.hasBegun) this.connection.allowSilence(this.#limits.transferMs)
        const message = await incoming.take(piece)
        if (message !== undefined) return message
      }
    } catch (error) {
      await incoming.discard()
      this.connection.abort(error instanceof ProtocolError ? error.abortReason : undefined)
      throw error
    }
  }

  /** Undefined at a release. */
  async #nextPiece(incoming: IncomingMessage): Promise<DataValue | undefined> {
    if (this.#values.isBetweenUnits) {
      const { type, length } = await this.connection.readHeader()
      if (type !== pduTypes.data) {
        this.#takeRelease(type, incoming)
        return undefined
      }
      this.#values.beginUnit(length)
    }
    return this.#values.nextPiece()
  }

  #takeRelease(type: number, { hasBegun }: IncomingMessage): void {
    if (type === pduTypes.releaseRequest && !hasBegun) this.connection.end(releaseResponse)
    else if (type === pduTypes.releaseResponse && this.#isReleasing && !hasBegun) {
      this.connection.close()
    } else {
      throw new ProtocolError(`unit ${type} is not expected here`, abortReasons.unexpectedPdu)
    }
  }
}

/** One message on its way in: first the pieces of its command, then those of its data set. */
class IncomingMessage {
  readonly #contexts: ReadonlyMap<number, AcceptedContext>
  readonly #limits: AssociationLimits
  readonly #openStore: OpenStore | undefined
  #parts: Buffer[] = []
  #length = 0
  #head: { command: Command; context: AcceptedContext } | undefined
  #sink: StoreSink | undefined
  hasBegun = false

  constructor(
    contexts: ReadonlyMap<number, AcceptedContext>,
    limits: AssociationLimits,
    openStore: OpenStore | undefined,
  ) {
    this.#contexts = contexts
    this.#limits = limits
    this.#openStore = openStore
  }

  /** The message, if this piece was its last. */
  async take(value: DataValue): Promise<Message | undefined> {
    this.hasBegun = true
    const context = this.#contexts.get(value.contextId)
    if (context === undefined) throw new ProtocolError('a value of an unknown context')
    if (this.#head === undefined) return this.#takeCommand(value, context)
    if (value.isCommand || value.contextId !== this.#head.context.id) {
      throw new ProtocolError('a data set is interrupted')
    }
    return this.#takeData(value, this.#head)
  }

  async discard(): Promise<void> {
    await this.#sink?.discard()
    this.#sink = undefined
  }

  async #takeCommand(value: DataValue, context: AcceptedContext): Promise<Message | undefined> {
    if (!value.isCommand) throw new ProtocolError('a data set without a command')
    this.#collect(value.bytes, longestCommand)
    if (!value.isLast) return undefined
    const command = parseCommand(this.#collected())
    this.#head = { command, context }
    if (!command.hasDataSet) {
      return { command, context, dataSet: Buffer.alloc(0), stored: undefined }
    }
    const isStore = command.CommandField === commandFields.store
    if (isStore && this.#openStore !== undefined) {
      const object = {
        sopClassUid: command.AffectedSOPClassUID ?? '',
        sopInstanceUid: command.AffectedSOPInstanceUID ?? '',
        transferSyntaxUid: context.transferSyntax,
      }
      const refusal = refusalOf(object, context.abstractSyntax)
      this.#sink = refusal === undefined ? await this.#openStore(object) : refusingSink(refusal)
    }
    return undefined
  }

  async #takeData(
    value: DataValue,
    head: { command: Command; context: AcceptedContext },
  ): Promise<Message | undefined> {
    const sink = this.#sink
    if (sink === undefined) {
      this.#collect(value.bytes, longestIdentifier)
      if (!value.isLast) return undefined
      return { ...head, dataSet: this.#collected(), stored: undefined }
    }
    this.#length += value.bytes.length
    if (this.#length > this.#limits.objectBytes) throw new ProtocolError('an object is too large')
    await sink.write(value.bytes)
    if (!value.isLast) return undefined
    const stored = await sink.end()
    this.#sink = undefined
    return { ...head, dataSet: Buffer.alloc(0), stored }
  }

  #collect(bytes: Buffer, most: number): void {
    this.#parts.push(bytes)
    this.#length += bytes.length
    if (this.#length > most) throw new ProtocolError(`more than ${most} bytes`)
  }

  #collected(): Buffer {
    const whole = Buffer.concat(this.#parts)
    this.#parts = []
    this.#length = 0
    return whole
  }
}
