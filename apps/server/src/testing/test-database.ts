import { randomUUID } from 'node:crypto'

import { Pool, type ClientBase } from 'pg'
import { inject } from 'vitest'

import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openJobs } from '../platform/jobs/jobs.ts'

const template = 'fovea_template'
const templateLock = 7_236_013

/** Name and password of a role with the application's rights on every test database. */
const application = 'fovea_test_application'

interface TestDatabase extends AsyncDisposable {
  /** As the application. */
  readonly connection: { readonly connectionString: string }
  /** As the owner, a superuser unless TEST_DATABASE_URL names another role. */
  readonly owner: { readonly connectionString: string }
}

const server = inject('postgres')
/** Kept open by the worker: a connection costs the server as much time as a clone. */
const admin = new Pool({
  connectionString: server,
  max: 1,
  idleTimeoutMillis: 0,
  allowExitOnIdle: true,
})
admin.on('error', () => undefined)
let prepared: Promise<void> | undefined

/** A new database, cloned from one that is migrated once for the whole run. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(template)
}

/** An empty database. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return cloneDatabase('template0')
}

async function cloneDatabase(original: string): Promise<TestDatabase> {
  const name = `fovea_${randomUUID().replaceAll('-', '')}`
  await (prepared ??= ensureTemplate())
  await admin.query(`create database ${name} template ${original} strategy ${inject('copying')}`)
  return {
    connection: { connectionString: applicationAddressOf(name) },
    owner: { connectionString: addressOf(name) },
    async [Symbol.asyncDispose]() {
      await admin.query(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Created for each run of the tests: the migrations may have changed since the last. */
async function ensureTemplate(): Promise<void> {
  const client = await admin.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    await createTemplate(client)
  } finally {
    // Also releases the lock.
    client.release(true)
  }
}

async function createTemplate(client: ClientBase): Promise<void> {
  const run = inject('run')
  const { rows } = await client.query<{ run: string | null }>(
    `select shobj_description(oid, 'pg_database') as run from pg_database where datname = $1`,
    [template],
  )
  if (rows[0]?.run === run) return
  await client.query(`drop database if exists ${template} with (force)`)
  await client.query(`create database ${template}`)
  await ensureApplication(client)
  const connection = { connectionString: applicationAddressOf(template) }
  {
    const owner = { connectionString: addressOf(template) }
    await using database = await openDatabase({ connection, owner })
    await using jobs = openJobs({ connection, db: database.db, clock: systemClock })
    await jobs.open()
  }
  await client.query(`comment on database ${template} is '${run}'`)
}

async function ensureApplication(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [application])
  if (rowCount === 0)
    await client.query(`create role ${application} login password '${application}'`)
}

/** As the application. */
function applicationAddressOf(database: string): string {
  const address = new URL(addressOf(database))
  address.username = application
  address.password = application
  return address.href
}

/** As the owner. */
function addressOf(database: string): string {
  const address = new URL(server)
  address.pathname = `/${database}`
  return address.href
}
