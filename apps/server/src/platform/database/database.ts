import { Kysely, type PostgresPool } from 'kysely'
import { DatabaseError, Pool, types, type ClientBase, type PoolConfig } from 'pg'
import Cursor from 'pg-cursor'

import { DatabaseClient, DatabaseUnreachable } from './client.ts'
import { isUpToDate, migrate, MigrationError } from './migrate.ts'
import { giveQueue, grantApplication } from './roles.ts'
import type { Schema } from './schema.ts'
import { ScopedDialect, type Scope } from './scope.ts'
import { serversOf } from './servers.ts'

/** The database, or a transaction on it: queries take either. */
export type Db = Kysely<Schema>

/** Connection settings of a PostgreSQL server. */
export interface PostgresServer extends AsyncDisposable {
  /** For the application's role: transactions and single statements, perhaps through a pooler. */
  readonly connection: PoolConfig
  /**
   * The same, never through a pooler: listening and migrating need sessions. Absent: `connection` is
   * direct.
   */
  readonly direct?: PoolConfig | undefined
  /** For the database owner, who runs migrations; undefined if there is only the application's role. */
  readonly owner: PoolConfig | undefined
  /** Resolves with the reason if the server ends unexpectedly. */
  readonly failure: Promise<Error>
}

export interface Database extends AsyncDisposable {
  readonly db: Db
  /** The database as far as the rows of a scope; calls use that of their caller. */
  readonly within: (scope: Scope) => Db
  /** For separate clients, such as the job queue's. */
  readonly connection: PoolConfig
  /** For those that listen. */
  readonly direct: PoolConfig
  /** The connections that this process has now. */
  readonly connections: () => PoolState
}

interface PoolState {
  readonly idle: number
  readonly used: number
  /** Queries that wait for a connection. */
  readonly waiting: number
}

// Ids and sizes fit a double. A DATE is a day without a time zone and stays text.
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.DATE, (text) => text)

/**
 * Index pages are on a solid-state disk or in memory, which PostgreSQL does not assume by default.
 * With many concurrent queries, starting parallel workers for a short one costs more than it saves.
 */
const planning = '-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0'

/**
 * Brings the schema up to date as the owner, gives the application its rights and connects as the
 * application.
 * @throws {DatabaseSetupError} if the roles may not do that
 */
export async function openDatabase(servers: Servers): Promise<Database> {
  await prepareDatabase(servers).catch(tellMissingRight)
  return connectDatabase(servers.connection, servers.direct)
}

type Servers = Pick<PostgresServer, 'connection' | 'direct' | 'owner'>

async function prepareDatabase({ connection, direct = connection, owner }: Servers): Promise<void> {
  if (owner !== undefined || !(await withClient(connection, isUpToDate))) {
    const role = await withClient(connection, currentRole)
    await withClient(owner ?? direct, (client) => prepareFor(client, role))
  }
  // Around new tables, in a restored database, and after a long time without a worker.
  await withClient(connection, (client) => client.query('select raise_walls(), make_partitions()'))
}

/** Any number that nothing else locks. */
const preparationLock = 7_236_012

async function prepareFor(client: ClientBase, role: string): Promise<void> {
  // Servers that start at once would give the same rights, which PostgreSQL refuses to one of them.
  // The end of the connection frees it.
  await client.query('select pg_advisory_lock($1)', [preparationLock])
  const { isNewer } = await migrate(client)
  // The newer version has given the rights, also to tables that this one does not know.
  if (isNewer) return
  await giveQueue(client, role)
  if (role !== (await currentRole(client))) await grantApplication(client, role)
}

async function currentRole(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  return rows[0]?.name ?? ''
}

/** The database roles lack a permission; the message says what to grant. */
export class DatabaseSetupError extends Error {}

function tellMissingRight(error: unknown): never {
  const cause = error instanceof MigrationError ? error.cause : error
  if (!(cause instanceof DatabaseError) || cause.code !== insufficientPrivilege) throw error
  throw new DatabaseSetupError(
    `The database cannot be brought up to date: ${cause.message}. DATABASE_OWNER_URL must name a role that owns the database, its tables and the schema public, and that is a member of the role of DATABASE_URL. docs/audit-trail.md shows how to make both.`,
    { cause: error },
  )
}

const insufficientPrivilege = '42501'

/**
 * Does one piece of work on a connection of its own.
 * @throws {DatabaseUnreachable} if none of the servers of its address takes writes
 */
export async function withClient<T>(
  connection: PoolConfig,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await onAnyServer(connection, async () => {
    const attempt = new DatabaseClient(connection)
    await attempt.connect()
    return attempt
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Tries to connect until each server of the address had its turn: a failure leads to the next. */
async function onAnyServer<T>(
  { connectionString = '' }: PoolConfig,
  connect: () => Promise<T>,
): Promise<T> {
  for (let left = serversOf(connectionString).length - 1; left > 0; left -= 1) {
    try {
      return await connect()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
  }
  return connect()
}

/** Connects to a database whose schema is up to date. */
export function connectDatabase(connection: PoolConfig, direct = connection): Database {
  const pool = new Pool({
    max: 12,
    options: planning,
    application_name: 'fovea',
    ...connection,
    Client: DatabaseClient,
  })
  // An idle connection that breaks (the server restarts) is replaced by the pool at the next query.
  pool.on('error', () => undefined)
  const connections: PostgresPool = {
    connect: () => onAnyServer(connection, () => pool.connect()),
    options: pool.options,
    end: async () => undefined,
  }
  const scoped = new Map<Scope, Db>()
  const within = (scope: Scope): Db => {
    const known = scoped.get(scope)
    if (known !== undefined) return known
    const dialect = new ScopedDialect({ pool: connections, cursor: Cursor }, scope)
    const db = new Kysely<Schema>({ dialect })
    scoped.set(scope, db)
    return db
  }
  return {
    db: within('all'),
    within,
    connection,
    direct,
    connections: () => ({
      idle: pool.idleCount,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** Does all of it or nothing. Inside a transaction it takes part in that one. */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/**
 * True if the database was unreachable, dropped the connection, has become a standby, or rolled a
 * transaction back in favour of another: a retry may succeed. The codes are PostgreSQL's (appendix A) and the system's.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnreachable) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(08|25006|53|57P|40001|40P01|ECONN)/.test(code)
}

/** True if a row violated the named unique index or constraint. */
export function breaksUnique(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint
}
