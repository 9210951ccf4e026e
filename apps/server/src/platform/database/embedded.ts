import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import { embeddedBinaries } from './embedded-binaries.ts'
import { openCluster } from './embedded-cluster.ts'
import { lockFolder } from './embedded-lock.ts'
import { startPostgres } from './embedded-process.ts'

export interface EmbeddedPostgres extends AsyncDisposable {
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
    readonly database: string
  }
  /** The account that the database runs as, in words for a log line. */
  readonly how: string
  /** Resolves, with the reason, if the database ends although nobody asked it to. */
  readonly failure: Promise<Error>
}

export interface EmbeddedOptions {
  /** False trades safety against power cuts for speed: for throw-away databases only. */
  readonly durable?: boolean
}

/**
 * Starts the PostgreSQL that is installed with the product on the database kept in this folder,
 * which is created when absent. The database belongs to this process: it stops when disposed of,
 * and by itself when the process dies, however it dies. A folder serves one process at a time.
 * @throws {EmbeddedDatabaseError}
 */
export async function startEmbeddedPostgres(
  folder: string,
  { durable = true }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const home = path.resolve(folder)
  const binaries = await embeddedBinaries()
  await mkdir(home, { recursive: true })
  using stack = new DisposableStack()
  const lock = stack.use(lockFolder(home))
  const cluster = await openCluster(home, binaries, { durable })
  const postgres = await startPostgres({ binaries, cluster, home, durable })
  const released = postgres.exited.then(() => lock[Symbol.dispose]())
  stack.move()
  return {
    connection: {
      host: '127.0.0.1',
      port: postgres.port,
      user: cluster.user,
      password: cluster.password,
      database: 'postgres',
    },
    how: cluster.account.name,
    failure: postgres.failure,
    async [Symbol.asyncDispose]() {
      postgres.stop()
      await released
    },
  }
}
