import { createGzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'

import { escapeIdentifier, type ClientBase } from 'pg'

import { queueSchema } from '../database/roles.ts'
import { copyOut } from './copy.ts'
import type { SavedDatabase, SavedTable } from './manifest.ts'
import type { Objects } from './objects.ts'

/** A table whose rows are saved, with the columns that are not computed. */
export type RowTable = Pick<SavedTable, 'schema' | 'name' | 'columns'>

/** Saves all rows, as they are in the transaction of this client. */
export async function saveDatabase(client: ClientBase, objects: Objects): Promise<SavedDatabase> {
  const migrations = await client.query<{ name: string }>(
    'select name from migration order by name',
  )
  const tables: SavedTable[] = []
  for (const table of await rowTables(client)) {
    tables.push({ ...table, ...(await saveRows(client, objects, table)) })
  }
  return {
    migrations: migrations.rows.map(({ name }) => name),
    queue: await queueVersion(client),
    tables,
    // Read after the rows: sequences are outside transactions, and must not be behind them.
    sequences: await readSequences(client),
  }
}

/**
 * The tables of the product and of its job queue, but for the list of migrations and the queue's
 * statistics.
 */
export async function rowTables(client: ClientBase): Promise<RowTable[]> {
  const { rows } = await client.query<RowTable>(
    `select nspname as schema, relname as name,
       array_agg(attname::text order by attnum) as columns
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid
     where ((nspname = 'public' and relkind in ('r', 'p') and not relispartition)
         or (nspname = $1 and relkind = 'r'))
       and relname <> 'migration'
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by nspname, relname order by nspname, relname`,
    [queueSchema],
  )
  return rows.filter((table) => !isStatistics(table))
}

/**
 * Whether a table has statistics of the job queue. It creates one each day and drops the old ones, so
 * a restored database has others, and nothing reads them.
 */
export function isStatistics({ schema, name }: Pick<RowTable, 'schema' | 'name'>): boolean {
  return schema === queueSchema && /^queue_stats(?:_\d+)?$/.test(name)
}

/** The table's name and columns, as in a COPY statement. */
export function rowsOf({ schema, name, columns }: RowTable): string {
  return `${nameOf({ schema, name })} (${listOf(columns)})`
}

function listOf(columns: readonly string[]): string {
  return columns.map((column) => escapeIdentifier(column)).join(', ')
}

/** COPY reads partitioned tables only by a query. */
function rowsToSave({ schema, name, columns }: RowTable): string {
  return `(select ${listOf(columns)} from ${nameOf({ schema, name })})`
}

export function nameOf({ schema, name }: { schema: string; name: string }): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
}

export async function queueVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select version from ${queueSchema}.version`,
  )
  return rows[0]?.version ?? 0
}

async function saveRows(client: ClientBase, objects: Objects, table: RowTable) {
  const packed = new PassThrough()
  const copied = pipeline(
    copyOut(client, `copy ${rowsToSave(table)} to stdout`),
    createGzip(),
    packed,
  )
  const [content] = await Promise.all([objects.put(packed), copied])
  return content
}

async function readSequences(client: ClientBase): Promise<SavedDatabase['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', $1) and relkind = 'S' order by 1, 2`,
    [queueSchema],
  )
  const sequences: SavedDatabase['sequences'] = []
  for (const sequence of rows) {
    const state = await client.query<{ last: string; used: boolean }>(
      `select last_value::text as last, is_called as used from ${nameOf(sequence)}`,
    )
    sequences.push(...state.rows.map((row) => ({ ...sequence, ...row })))
  }
  return sequences
}
