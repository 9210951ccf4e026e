import { Client, DatabaseError, type ClientConfig } from 'pg'

import { requestId } from '../log.ts'
import { serversOf } from './servers.ts'

/** A server that does not answer, or a firewall that drops packets, is given up after this time. */
const connectionTimeoutMillis = 10_000

/** Idle connections to a machine that has gone are found by then, and ten seconds more. */
const keepAliveInitialDelayMillis = 5000

/** SQLSTATE of a statement that a standby does not take. */
const readOnly = '25006'

/** Which server of an address took writes last, for all clients of this process. */
const primaries = new Map<string, number>()

/** The database could not be reached, or no server of its address takes writes. */
export class DatabaseUnreachable extends Error {}

/**
 * A client that
 * - begins statements with the id of the request that they belong to, as a comment: PostgreSQL's log
 *   and `pg_stat_activity` name it, without another round trip;
 * - takes addresses of several servers, as libpq does (`postgres://one:5432,two:5432/fovea`), and
 *   connects to the one that takes writes; if that fails, the next client tries the next server;
 * - breaks its connection if the server has become a standby, so that pools replace it.
 */
export class DatabaseClient extends Client {
  readonly #address: string
  readonly #server: number
  readonly #servers: number
  #isLost = false

  constructor(config: ClientConfig = {}) {
    const address = config.connectionString ?? ''
    const servers = serversOf(address)
    const server = primaries.get(address) ?? 0
    const connection = { connectionTimeoutMillis, keepAlive: true, keepAliveInitialDelayMillis }
    // Not enumerable in options of a pool.
    const password = config.password === undefined ? {} : { password: config.password }
    const one = servers.length === 1 ? {} : { connectionString: servers[server] ?? address }
    super({ ...connection, ...config, ...password, ...one })
    this.#address = address
    this.#server = server
    this.#servers = servers.length
    // One that breaks between two queries of a transaction fails the next of them.
    for (const event of ['error', 'end'] as const) this.on(event, () => (this.#isLost = true))
  }

  /** @throws {DatabaseUnreachable} if the server does not answer or take writes */
  override connect(): Promise<Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
    const connected = this.#connect()
    if (callback === undefined) return connected
    // In a microtask's error, a failing callback would be taken for a failed connection.
    connected.then(
      () => setImmediate(callback, null),
      (error: Error) => setImmediate(callback, error),
    )
  }

  async #connect(): Promise<Client> {
    try {
      await super.connect()
      if (this.#servers > 1) await this.#refuseStandby()
      return this
    } catch (error) {
      this.#tryNextServer()
      if (error instanceof DatabaseError || error instanceof DatabaseUnreachable) throw error
      throw unreachable(error)
    }
  }

  async #refuseStandby(): Promise<void> {
    const { rows } = await super.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    )
    if (rows[0]?.standby !== true) return
    await this.end()
    throw new DatabaseUnreachable(`${this.host}:${this.port} is a standby, which takes no writes.`)
  }

  /** Unless another client has done so since this one was made. */
  #tryNextServer(): void {
    if ((primaries.get(this.#address) ?? 0) !== this.#server) return
    primaries.set(this.#address, (this.#server + 1) % this.#servers)
  }

  /**
   * @param args as those of the overloads of `Client`
   * @throws {DatabaseUnreachable} if the connection broke
   */
  override query(...args: unknown[]): never {
    const [statement, ...others] = args
    const id = requestId()
    const isNamed = id !== undefined && typeof statement === 'string'
    const named = isNamed ? `/* ${id} */ ${statement}` : statement
    const result: unknown = super.query(...([named, ...others] as [string]))
    return (
      result instanceof Promise ? result.catch((error) => this.#explain(error)) : result
    ) as never
  }

  #explain(error: unknown): never {
    if (error instanceof DatabaseError && error.code === readOnly) this.#giveUp()
    if (this.#isLost && !(error instanceof DatabaseError)) throw unreachable(error)
    throw error
  }

  /** What still comes on this connection, such as the end of the transaction, fails for that reason. */
  #giveUp(): void {
    this.#isLost = true
    void this.end()
  }
}

function unreachable(cause: unknown): DatabaseUnreachable {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new DatabaseUnreachable(`The database cannot be reached: ${why}`, { cause })
}
