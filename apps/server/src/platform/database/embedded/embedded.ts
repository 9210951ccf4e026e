import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'

import { escapeLiteral } from 'pg'

import { withClient } from '../database.ts'
import { embeddedBinaries } from './binaries.ts'
import { openCluster } from './cluster.ts'
import { lockFolder } from './lock.ts'
import { keepPostgres } from './keeper.ts'
import { stopOrphan } from './orphan.ts'

export interface EmbeddedPostgres extends AsyncDisposable {
  /** For the application: a role that owns nothing. */
  readonly connection: EmbeddedConnection
  /** For the database owner. */
  readonly owner: EmbeddedConnection
  /** The account that the database runs as, in words for a log line. */
  readonly how: string
  /** Resolves, with the reason, if the database has ended and cannot be started again. */
  readonly failure: Promise<Error>
}

export interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

export interface EmbeddedOptions {
  /** False trades safety against power cuts for speed; only for throw-away databases. */
  readonly durable?: boolean
}

/**
 * Starts the bundled PostgreSQL on the database in this folder, creating it if absent. The database belongs
 * to this process: it is restarted at the same address if it ends unexpectedly, and stops when disposed of
 * and automatically when the process dies, however it dies. A folder serves one process at a time.
 * @throws {EmbeddedDatabaseError}
 */
export async function startEmbeddedPostgres(
  folder: string,
  { durable = true }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const home = path.resolve(folder)
  const binaries = await embeddedBinaries()
  const isNew = (await mkdir(home, { recursive: true })) !== undefined
  // Under any umask: the database's own account passes through to the cluster.
  if (isNew) await chmod(home, 0o711)
  using stack = new DisposableStack()
  const lock = stack.use(lockFolder(home))
  const cluster = await openCluster(home, binaries, { durable })
  const postgres = await keepPostgres({ binaries, cluster, home, durable })
  const released = postgres.exited.then(() => lock[Symbol.dispose]())
  const owner = {
    host: '127.0.0.1',
    port: postgres.port,
    user: cluster.user,
    password: cluster.password,
    database: 'postgres',
  }
  const application = await makeApplication(owner).catch(async (error: unknown) => {
    postgres.stop()
    await postgres.exited
    throw error
  })
  stack.move()
  return {
    connection: { ...owner, ...application },
    owner,
    how: cluster.account.name,
    failure: postgres.failure,
    async [Symbol.asyncDispose]() {
      postgres.stop()
      await released
    },
  }
}

/**
 * Removes the database of a folder, which a killed process may have left running.
 * @throws {EmbeddedDatabaseError} if a living process uses it
 */
export async function removeEmbeddedPostgres(folder: string): Promise<void> {
  using _ = lockFolder(folder)
  await stopOrphan(path.join(folder, 'cluster'))
  await rm(folder, { recursive: true })
}

const applicationRole = 'fovea_application'

/** Creates the application's role, with a new password at each start that is stored nowhere. */
async function makeApplication(
  owner: EmbeddedConnection,
): Promise<Pick<EmbeddedConnection, 'user' | 'password'>> {
  const password = randomBytes(24).toString('base64url')
  await withClient(owner, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [
      applicationRole,
    ])
    if (rowCount === 0) await client.query(`create role ${applicationRole}`)
    await client.query(
      `alter role ${applicationRole} login nosuperuser nocreatedb nocreaterole password ${escapeLiteral(password)}`,
    )
  })
  return { user: applicationRole, password }
}
