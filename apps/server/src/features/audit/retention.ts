import { withClient, type PostgresServer } from '../../platform/database/database.ts'
import { couldRewriteAudit } from '../../platform/database/roles.ts'
import { log } from '../../platform/log.ts'

/** Days for which rows are kept; null: for ever. */
export interface Retention {
  readonly audit: number
  readonly annotation_history: number | null
  readonly task_log: number | null
}

/**
 * As the owner of the database, sets how many days the trail, annotation history and task logs are kept,
 * and warns if the application could change the trail itself. An application started without the owner
 * leaves the days unchanged.
 */
export async function setRetention(
  { connection, owner }: Pick<PostgresServer, 'connection' | 'owner'>,
  { audit, ...others }: Retention,
): Promise<void> {
  const isExposed = await withClient(connection, couldRewriteAudit)
  if (isExposed) log.warn(exposed)
  const setter = owner ?? (isExposed ? connection : undefined)
  if (setter === undefined) return
  await withClient(setter, async (client) => {
    await client.query('update audit_retention set days = $1 where days <> $1', [audit])
    for (const [parent, days] of Object.entries(others)) {
      if (days === null) await client.query('delete from retention where parent = $1', [parent])
      else await client.query(keep, [parent, days])
    }
  })
}

const keep = `insert into retention (parent, days) values ($1, $2)
  on conflict (parent) do update set days = excluded.days where retention.days <> excluded.days`

const exposed =
  'The role of DATABASE_URL could change or empty the audit trail. Create a second role for the application, name it in DATABASE_URL and name the owner in DATABASE_OWNER_URL; docs/audit-trail.md shows how.'
