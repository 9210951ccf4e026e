import type { Db } from '../../platform/database/database.ts'
import type { AuditEntry } from '../../platform/http/mount.ts'

/** Writes one line of the audit trail, in the transaction of what it tells of. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({
      user_id: entry.actor.id,
      username: entry.actor.username,
      address: entry.address,
      action: entry.action,
      object_type: entry.type,
      object_id: entry.id ?? null,
      dataset_id: entry.datasetId ?? null,
      outcome: entry.outcome,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}
