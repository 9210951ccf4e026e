import { once } from 'node:events'
import { Readable } from 'node:stream'

import type { ClientBase, Connection, Submittable } from 'pg'

/** The part of the driver's connection that its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(why: string): void
}

/**
 * The rows that a `COPY … TO STDOUT` statement writes (PostgreSQL's protocol, "COPY Operations"),
 * at the reader's pace.
 */
export function copyOut(client: ClientBase, statement: string): Readable {
  return client.query(new CopyOut(statement)).rows
}

class CopyOut implements Submittable {
  readonly rows: Readable
  readonly #statement: string
  #connection: Connection | undefined

  constructor(statement: string) {
    this.#statement = statement
    this.rows = new Readable({ read: () => this.#connection?.stream.resume() })
  }

  submit(connection: Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    // The driver reuses the memory of the chunk for the next ones.
    if (!this.rows.push(Buffer.from(chunk))) connection.stream.pause()
  }

  handleError(error: Error): void {
    this.rows.destroy(error)
  }

  handleCommandComplete(): void {
    this.rows.push(null)
  }

  // The next query may start; the rows have ended or failed before.
  handleReadyForQuery(): void {}
}

/**
 * Gives the source to a `COPY … FROM STDIN` statement.
 * @throws the error of the source or of the database; nothing is then added
 */
export async function copyIn(
  client: ClientBase,
  statement: string,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  const { finished } = client.query(new CopyIn(statement, source))
  await finished
}

class CopyIn implements Submittable {
  readonly finished: Promise<void>
  readonly #statement: string
  readonly #source: AsyncIterable<Buffer>
  readonly #settle: PromiseWithResolvers<void>
  readonly #ended = new AbortController()
  #failure: unknown

  constructor(statement: string, source: AsyncIterable<Buffer>) {
    this.#statement = statement
    this.#source = source
    this.#settle = Promise.withResolvers()
    this.finished = this.#settle.promise
  }

  submit(connection: Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection)
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { stream } = connection
    const { signal } = this.#ended
    try {
      for await (const chunk of this.#source) {
        if (signal.aborted) return
        connection.sendCopyFromChunk(chunk)
        if (stream.writableNeedDrain) await once(stream, 'drain', { signal })
      }
      connection.endCopyFrom()
    } catch (error) {
      // The database answers with an error, which says less than the source's.
      this.#failure = error
      if (!signal.aborted) connection.sendCopyFail('The source failed.')
    }
  }

  handleError(error: Error): void {
    this.#settle.reject(this.#failure ?? error)
    this.#ended.abort()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#settle.resolve()
  }
}
