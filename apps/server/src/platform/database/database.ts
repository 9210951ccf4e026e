import { Kysely, PostgresDialect } from 'kysely'
import { Client, DatabaseError, Pool, types, type PoolConfig } from 'pg'
import Cursor from 'pg-cursor'

import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

/** The database, or a transaction on it: queries take either. */
export type Db = Kysely<Schema>

/** Where to connect. */
export interface PostgresServer extends AsyncDisposable {
  readonly connection: PoolConfig
  /** Resolves with the reason where the server ends although nobody asked it to. */
  readonly failure: Promise<Error>
}

export interface Database extends AsyncDisposable {
  readonly db: Db
  /** For a client of its own: the queue's, and the one that listens. */
  readonly connection: PoolConfig
}

// Ids and sizes fit a double; a DATE is a day without a zone and stays text.
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.DATE, (text) => text)

/**
 * Pages of an index lie on a solid-state disk or in memory, which PostgreSQL does not suppose. Many
 * ask at once: starting processes to share one's short query costs more than it saves.
 */
const planning = '-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0'

/** Connects, and brings the schema up to date. */
export async function openDatabase(connection: PoolConfig): Promise<Database> {
  const client = new Client(connection)
  await client.connect()
  try {
    await migrate(client)
  } finally {
    await client.end()
  }
  return connectDatabase(connection)
}

/** Connects to a database whose schema is up to date. */
export function connectDatabase(connection: PoolConfig): Database {
  const pool = new Pool({ max: 12, options: planning, ...connection })
  // An idle connection that breaks (the server restarts) is replaced by the pool at the next query.
  pool.on('error', () => undefined)
  // One that breaks between two queries of a transaction fails the next of them.
  pool.on('connect', (connected) => connected.on('error', () => undefined))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
  return { db, connection, [Symbol.asyncDispose]: () => db.destroy() }
}

/** Does all of it or nothing; inside a transaction it takes part in that one. */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** True where a row broke the named unique index or constraint. */
export function breaksUnique(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint
}
