import {
  CompiledQuery,
  PostgresDialect,
  sql,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
  type TransactionSettings,
} from 'kysely'

/**
 * The rows that a connection sees by row-level security: all, as jobs do; those of one site; or
 * those of no site. It is the second wall between sites; queries are the first.
 */
export type Scope = 'all' | 'none' | number

const setting = 'fovea.site'

/**
 * Queries see the rows of one scope. The scope ends with its transaction, so that a connection
 * pooler may give the session to anybody then: a statement outside a transaction gets its own.
 */
export class ScopedDialect extends PostgresDialect {
  readonly #scope: Scope

  constructor(config: PostgresDialectConfig, scope: Scope) {
    super(config)
    this.#scope = scope
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    // Sessions begin with this scope.
    return this.#scope === 'all' ? driver : scopedDriver(driver, this.#scope)
  }
}

/** Connections of the inner driver, without what Kysely needs only for aborted queries. */
class ScopedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  /** Begins a transaction of the scope for one statement. */
  readonly #begin: CompiledQuery
  isInTransaction = false

  constructor(inner: DatabaseConnection, begin: CompiledQuery) {
    this.inner = inner
    this.#begin = begin
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isInTransaction) return this.inner.executeQuery<R>(query)
    await this.inner.executeQuery(this.#begin)
    const result = await this.#orRollBack(() => this.inner.executeQuery<R>(query))
    await this.inner.executeQuery(CompiledQuery.raw('commit'))
    return result
  }

  async *streamQuery<R>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<R>> {
    if (this.isInTransaction) return yield* this.inner.streamQuery<R>(query, chunkSize)
    await this.inner.executeQuery(this.#begin)
    try {
      yield* this.inner.streamQuery<R>(query, chunkSize)
    } finally {
      // Streams only read, so there is nothing to commit.
      await this.inner.executeQuery(CompiledQuery.raw('rollback'))
    }
  }

  async #orRollBack<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // A lost connection rolls back, and is not used again.
      await this.inner.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
      throw error
    }
  }
}

function innerOf(connection: DatabaseConnection): DatabaseConnection {
  return connection instanceof ScopedConnection ? connection.inner : connection
}

function leaveTransaction(connection: DatabaseConnection): DatabaseConnection {
  if (connection instanceof ScopedConnection) connection.isInTransaction = false
  return innerOf(connection)
}

function scopedDriver(driver: Driver, scope: Exclude<Scope, 'all'>): Driver {
  const enter = `select set_config('${setting}', '${scope}', true)`
  const begin = CompiledQuery.raw(`begin; ${enter}`)
  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) =>
      new ScopedConnection(await driver.acquireConnection(options), begin),
    async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
      await driver.beginTransaction(innerOf(connection), settings)
      if (connection instanceof ScopedConnection) connection.isInTransaction = true
      await connection.executeQuery(CompiledQuery.raw(enter))
    },
    commitTransaction: (connection) => driver.commitTransaction(leaveTransaction(connection)),
    rollbackTransaction: (connection) => driver.rollbackTransaction(leaveTransaction(connection)),
    releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
    destroy: (options) => driver.destroy(options),
  }
}

/** Lets the rest of the transaction see the rows of all sites. */
export async function openWall(trx: QueryExecutorProvider): Promise<void> {
  await sql`select set_config(${setting}, '', true)`.execute(trx)
}

/** The scope of an account, in a query that finds it. */
export const scopeOfAccount: RawBuilder<Scope> = sql<Scope>`case
  when app_user.site_id is not null then to_jsonb(app_user.site_id)
  when exists (select from site) then to_jsonb('none'::text)
  else to_jsonb('all'::text) end`
