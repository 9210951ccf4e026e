import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { sql, type QueryExecutorProvider } from 'kysely'
import type pg from 'pg'

import { readStoredSentences } from './read-stored-sentences.ts'
import { queueSchema } from './roles.ts'

const folder = path.resolve(import.meta.dirname, '../../../migrations')

/**
 * Lock number that makes servers migrate one after the other if they start at once. Any number that
 * nothing else locks.
 */
const migrationLock = 7_236_011

/** A migration failed, and the database is as it was; the message says what to do. */
export class MigrationError extends Error {}

/** The parts of migrations that SQL cannot do; each runs right after its SQL. */
const beyondSql: Readonly<Record<string, (client: pg.ClientBase) => Promise<void>>> = {
  '0053_stored_messages.sql': (client) =>
    readStoredSentences(client, path.join(folder, '0053_stored_messages.json')),
}

/**
 * The end of the names of migrations that only expand: they add what the version before does not
 * miss, and leave what it uses, so that its processes go on until they are replaced.
 */
const expansion = '.expand.sql'

interface Migration {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migration',
  )
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

/**
 * Whether the database has every migration and the queue's schema, so that a role without the right
 * to create them can use it.
 * @throws as `migrate`
 */
export async function isUpToDate(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('migration') is not null and to_regnamespace($1) is not null as exists`,
    [queueSchema],
  )
  if (rows[0]?.exists !== true) return false
  const applied = await readApplied(client)
  const migrations = await readMigrations()
  refuseStrangers(applied, new Map(migrations.map((each) => [each.name, each.sha256])))
  return migrations.every(({ name }) => applied.has(name))
}

/** Whether the database has every migration of this program; a newer program may have added some. */
export async function hasOwnMigrations(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const names = await readdir(folder)
  return names.every((name) => !name.endsWith('.sql') || applied.has(name))
}

/**
 * Migrates the database, in one transaction: to the newest version, or by the named migrations.
 * @returns whether it is of a newer version, with which this one can go on
 * @throws {MigrationError} if a migration fails
 * @throws if an applied migration was edited, or a newer Fovea wrote the names or migrated the
 *   database by more than expansions
 */
export async function migrate(
  client: pg.ClientBase,
  names?: ReadonlySet<string>,
): Promise<{ readonly isNewer: boolean }> {
  const known = await readMigrations()
  const unknown = [...(names ?? [])].find((name) => known.every((each) => each.name !== name))
  if (unknown !== undefined) throw new Error(writtenByNewer(unknown))
  const migrations = known.filter(({ name }) => names?.has(name) ?? true)
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const applied = await readApplied(client)
    refuseStrangers(applied, new Map(known.map((each) => [each.name, each.sha256])))
    for (const migration of migrations) {
      if (!applied.has(migration.name)) await apply(client, migration)
    }
    await client.query('commit')
    return {
      isNewer: [...applied.keys()].some((name) => known.every((each) => each.name !== name)),
    }
  } catch (error) {
    // If the connection is lost, the server rolls back.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function apply(client: pg.ClientBase, { name, text, sha256 }: Migration): Promise<void> {
  try {
    await client.query(text)
    await beyondSql[name]?.(client)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new MigrationError(
      `The database was not upgraded: the migration ${name} failed: ${why}. Nothing in the database was changed, so the version of Fovea that ran before still works with it. Start that version and back up. If the reason above is the disk or the connection, mend it and start this version again; otherwise report the message.`,
      { cause: error },
    )
  }
  await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
}

function refuseStrangers(applied: Map<string, string>, known: Map<string, string>): void {
  for (const [name, sha256] of applied) {
    const expected = known.get(name)
    if (expected === undefined) {
      if (name.endsWith(expansion)) continue
      throw new Error(writtenByNewer(name))
    }
    if (expected !== sha256) {
      throw new Error(
        `The migration ${name} was edited after it was applied to this database. Restore the file as it was.`,
      )
    }
  }
}

function writtenByNewer(name: string): string {
  return `The database has the migration ${name}, which this version of Fovea does not know: it was written by a newer version. Start that version, or restore a backup from before the upgrade.`
}
