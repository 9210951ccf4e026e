import type { ClientBase } from 'pg'

/**
 * The number of rows of each table with their digest, and the state of each sequence. The job queue's
 * statistics are no data.
 */
export async function rowsOf(client: ClientBase): Promise<Map<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'queue'::regnamespace)
      and not (relispartition and relnamespace = 'public'::regnamespace)
      and relname not like 'queue_stats%'`)
  const found = new Map<string, string>()
  for (const { name } of tables) {
    // The time at which a migration was applied is that of the installation.
    const row = name === 'migration' ? 'each.name' : 'each::text'
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(${row}, ' ' order by ${row}), '')) as digest
       from ${name} as each`,
    )
    found.set(name, rows[0]?.digest ?? '')
  }
  const { rows: sequences } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'S' and relnamespace in ('public'::regnamespace, 'queue'::regnamespace)`)
  for (const { name } of sequences) {
    const { rows } = await client.query<{ state: string }>(
      `select last_value || ' ' || is_called as state from ${name}`,
    )
    found.set(name, rows[0]?.state ?? '')
  }
  return found
}
