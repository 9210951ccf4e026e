import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

import { startEmbeddedPostgres } from '../platform/database/embedded/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a PostgreSQL server on which tests may create databases and roles. */
    postgres: string
    /**
     * How databases are cloned: as files takes a fifth of the time, unless a server that is durable has to
     * write them all to its disk.
     */
    copying: 'file_copy' | 'wal_log'
    /** Differs for each run of the tests. */
    run: string
  }
}

/** One PostgreSQL for all test files: the server of TEST_DATABASE_URL, or an embedded one. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide('run', randomUUID())
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    project.provide('postgres', given)
    project.provide('copying', 'wal_log')
    return undefined
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-tests-'))
  // The account that the database switches to must be able to enter.
  await chmod(folder, 0o755)
  const embedded = await startEmbeddedPostgres(folder, { durable: false })
  const { user, password, host, port, database } = embedded.owner
  project.provide('postgres', `postgres://${user}:${password}@${host}:${port}/${database}`)
  project.provide('copying', 'file_copy')
  return async () => {
    await embedded[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}
