import { randomUUID } from 'node:crypto'

import { Client } from 'pg'
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

/** A new database, cloned from one that is migrated once for the whole run. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(template)
}

/** An empty database. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return cloneDatabase('template0')
}

async function cloneDatabase(original: string): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `fovea_${randomUUID().replaceAll('-', '')}`
  await onServer(server, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    await ensureTemplate(admin, server)
    await admin.query(`create database ${name} template ${original}`)
  })
  return {
    connection: { connectionString: addressOf(asApplication(server), name) },
    owner: { connectionString: addressOf(server, name) },
    [Symbol.asyncDispose]: () =>
      onServer(server, async (admin) => {
        await admin.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/** Created for each run of the tests: the migrations may have changed since the last. */
async function ensureTemplate(admin: Client, server: string): Promise<void> {
  const run = inject('run')
  const { rows } = await admin.query<{ run: string | null }>(
    `select shobj_description(oid, 'pg_database') as run from pg_database where datname = $1`,
    [template],
  )
  if (rows[0]?.run === run) return
  await admin.query(`drop database if exists ${template} with (force)`)
  await admin.query(`create database ${template}`)
  await ensureApplication(admin)
  const connection = { connectionString: addressOf(asApplication(server), template) }
  {
    const owner = { connectionString: addressOf(server, template) }
    await using database = await openDatabase({ connection, owner })
    const jobs = await openJobs({ connection, db: database.db, clock: systemClock })
    await jobs[Symbol.asyncDispose]()
  }
  await admin.query(`comment on database ${template} is '${run}'`)
}

async function ensureApplication(admin: Client): Promise<void> {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [application])
  if (rowCount === 0)
    await admin.query(`create role ${application} login password '${application}'`)
}

function asApplication(server: string): string {
  const address = new URL(server)
  address.username = application
  address.password = application
  return address.href
}

async function onServer(server: string, work: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: server })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function addressOf(server: string, database: string): string {
  const address = new URL(server)
  address.pathname = `/${database}`
  return address.href
}
