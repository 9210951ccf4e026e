import { withClient, type PostgresServer } from '../../platform/database/database.ts'
import { couldRewriteAudit } from '../../platform/database/roles.ts'
import { log } from '../../platform/log.ts'

/**
 * As the owner of the database, sets how many days the trail is kept, and warns if the application
 * could change the trail itself. An application started without the owner leaves the days
 * unchanged.
 */
export async function setRetention(
  { connection, owner }: Pick<PostgresServer, 'connection' | 'owner'>,
  days: number,
): Promise<void> {
  const isExposed = await withClient(connection, couldRewriteAudit)
  if (isExposed) log.warn(exposed)
  const setter = owner ?? (isExposed ? connection : undefined)
  if (setter === undefined) return
  await withClient(setter, (client) =>
    client.query('update audit_retention set days = $1 where days <> $1', [days]),
  )
}

const exposed =
  'The role of DATABASE_URL could change or empty the audit trail. Create a second role for the application, name it in DATABASE_URL and name the owner in DATABASE_OWNER_URL; docs/audit-trail.md shows how.'
