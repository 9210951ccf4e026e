import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'

import type { ClientBase, PoolConfig } from 'pg'

import { withClient } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { queueSchema } from '../database/roles.ts'
import { openQueue } from '../jobs/queue.ts'
import { BackupError } from './backup-folder.ts'
import { copyIn } from './copy.ts'
import type { Manifest, SavedDatabase, SavedTable } from './manifest.ts'
import type { Objects } from './objects.ts'
import { isStatistics, nameOf, queueVersion, rowsOf, rowTables } from './save-database.ts'

/** @throws {BackupError} if the database has tables */
export async function refuseFilledDatabase(owner: PoolConfig): Promise<void> {
  const { rows } = await withClient(owner, (client) =>
    client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace limit 1`,
    ),
  )
  if (rows.length > 0) {
    throw new BackupError(
      'The database has tables already. Create an empty one, and name it in DATABASE_URL and DATABASE_OWNER_URL.',
    )
  }
}

/**
 * Brings an empty database to the schema of the backup, and fills it in one transaction. The next
 * start of the server migrates it further and gives the application its rights.
 * @throws {BackupError} if this version of Fovea does not have that schema
 */
export async function loadDatabase(
  owner: PoolConfig,
  { database: saved, product }: Manifest,
  objects: Objects,
): Promise<void> {
  // Earlier versions saved them.
  const tables = saved.tables.filter((table) => !isStatistics(table))
  const database = { ...saved, tables }
  await withClient(owner, async (client) => {
    await migrate(client, new Set(database.migrations))
    await client.query(`create schema if not exists ${queueSchema}`)
  })
  const queue = await openQueue({ connection: owner })
  await queue[Symbol.asyncDispose]()
  await withClient(owner, async (client) => {
    await refuseOtherSchema(client, { database, product })
    await client.query('begin')
    await fill(client, database, objects)
    await client.query('commit')
  })
}

async function refuseOtherSchema(
  client: ClientBase,
  { database, product }: Pick<Manifest, 'database' | 'product'>,
): Promise<void> {
  const present = (await rowTables(client)).map((table) => rowsOf(table))
  const saved = database.tables.map((table) => rowsOf(table))
  const isSame = present.join() === saved.join() && (await queueVersion(client)) === database.queue
  if (isSame) return
  throw new BackupError(
    `The backup was written by Fovea ${product}, whose job queue has another schema. Restore it with that version, start that version once, and then upgrade.`,
  )
}

/** Rows are taken as they are: triggers ran, and references were checked, when they were written. */
async function fill(client: ClientBase, database: SavedDatabase, objects: Objects): Promise<void> {
  const names = database.tables.map((table) => nameOf(table))
  const references = await dropReferences(client)
  const triggered = await tablesWithTriggers(client)
  for (const name of triggered) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of database.tables) await loadRows(client, table, objects)
  for (const sequence of database.sequences) {
    await client.query('select setval($1::text::regclass, $2::text::bigint, $3)', [
      nameOf(sequence),
      sequence.last,
      sequence.used,
    ])
  }
  for (const name of triggered) await client.query(`alter table ${name} enable trigger user`)
  // Adding them checks that each reference leads to a row.
  for (const statement of references) await client.query(statement)
}

/** Also partitions, which have triggers of their own. */
async function tablesWithTriggers(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and relnamespace in ('public'::regnamespace, $1::regnamespace)`,
    [queueSchema],
  )
  return rows.map(({ name }) => name)
}

/** Drops the foreign keys, whose order no sequence of tables satisfies; returns how to add them. */
async function dropReferences(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid)) as add
     from pg_constraint
     where contype = 'f' and conparentid = 0
       and connamespace in ('public'::regnamespace, $1::regnamespace)`,
    [queueSchema],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ add }) => add)
}

async function loadRows(client: ClientBase, table: SavedTable, objects: Objects): Promise<void> {
  const unpacked = new PassThrough()
  const read = pipeline(objects.read(table.sha256), createGunzip(), unpacked)
  await Promise.all([copyIn(client, `copy ${rowsOf(table)} from stdin`, unpacked), read])
}
