import type { Connection } from './connection.ts'
import { ProtocolError } from './network-error.ts'
import type { DataValue } from './pdu.ts'

/** Size of a value's header in bytes: the part included in its length, and the whole. */
const counted = 2
export const valueOverhead = 4 + counted

/** Reads the values of P-DATA units piece by piece as they arrive, without gathering a unit. */
export class ValueReader {
  readonly #connection: Connection
  #header: Omit<DataValue, 'bytes'> = { contextId: 0, isCommand: false, isLast: false }
  /** Bytes still to come of the unit, and of its value. */
  #ofUnit = 0
  #ofValue = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get isBetweenUnits(): boolean {
    return this.#ofUnit === 0
  }

  /** Announces a unit of this many bytes, whose header was read. */
  beginUnit(length: number): void {
    if (length === 0) throw new ProtocolError('a data unit without values')
    this.#ofUnit = length
  }

  /** The next piece of the current value; only its last piece may be the last of a message. */
  async nextPiece(): Promise<DataValue> {
    if (this.#ofValue === 0) await this.#beginValue()
    const bytes = await this.#connection.readSome(this.#ofValue)
    this.#ofUnit -= bytes.length
    this.#ofValue -= bytes.length
    return { ...this.#header, isLast: this.#header.isLast && this.#ofValue === 0, bytes }
  }

  async #beginValue(): Promise<void> {
    if (this.#ofUnit < valueOverhead) throw new ProtocolError('a data value is cut off')
    const header = await this.#connection.read(valueOverhead)
    const length = header.readUInt32BE(0) - counted
    this.#ofUnit -= valueOverhead
    if (length < 0 || length > this.#ofUnit) {
      throw new ProtocolError('a data value does not fit into its unit')
    }
    const control = header.readUInt8(5)
    this.#ofValue = length
    this.#header = {
      contextId: header.readUInt8(4),
      isCommand: (control & 1) === 1,
      isLast: (control & 2) === 2,
    }
  }
}
