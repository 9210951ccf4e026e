import { type PostgresPool, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/**
 * The rows that a connection sees by row-level security: all, as jobs do; those of one site; or
 * those of no site. It is the second wall between sites; queries are the first.
 */
export type Scope = 'all' | 'none' | number

const setting = 'fovea.site'

const scopes = new WeakMap<PoolClient, Scope>()

/** Connections of the pool that see the rows of one scope. */
export function connectionsOf(pool: Pool, scope: Scope): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      if ((scopes.get(client) ?? 'all') === scope) return client
      try {
        await client.query('select set_config($1, $2, false)', [setting, valueOf(scope)])
      } catch (error) {
        client.release(true)
        throw error
      }
      scopes.set(client, scope)
      return client
    },
    end: async () => undefined,
    options: pool.options,
  }
}

function valueOf(scope: Scope): string {
  return scope === 'all' ? '' : `${scope}`
}

/** Lets the rest of the transaction see the rows of all sites. */
export async function openWall(trx: QueryExecutorProvider): Promise<void> {
  await sql`select set_config(${setting}, '', true)`.execute(trx)
}

/** The scope of an account, in a query that finds it. */
export const scopeOfAccount: RawBuilder<Scope> = sql<Scope>`case
  when app_user.site_id is not null then to_jsonb(app_user.site_id)
  when exists (select from site) then to_jsonb('none'::text)
  else to_jsonb('all'::text) end`
