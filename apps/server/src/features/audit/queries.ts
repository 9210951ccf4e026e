import type { Selectable } from 'kysely'
import type { z } from 'zod'

import type { exportAudit } from '#contract/audit'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { AuditEntry } from '../../platform/http/mount.ts'

export type AuditRow = Selectable<Schema['audit_event']>
type AuditFilter = z.output<(typeof exportAudit)['query']>

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

export function auditTrail(db: Db, filter: AuditFilter) {
  return db
    .selectFrom('audit_event')
    .$if(filter.username !== undefined, (q) => q.where('username', '=', filter.username ?? ''))
    .$if(filter.action !== undefined, (q) => q.where('action', '=', filter.action ?? ''))
    .$if(filter.object_type !== undefined, (q) =>
      q.where('object_type', '=', filter.object_type ?? ''),
    )
    .$if(filter.object_id !== undefined, (q) => q.where('object_id', '=', filter.object_id ?? 0))
    .$if(filter.from !== undefined, (q) => q.where('at', '>=', startOf(filter.from ?? '')))
    .$if(filter.to !== undefined, (q) => q.where('at', '<', dayAfter(filter.to ?? '')))
    .$if(filter.refused === 'true', (q) => q.where('outcome', '>=', 400))
    .$if(filter.refused === 'false', (q) => q.where('outcome', '<', 400))
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

function dayAfter(day: string): Date {
  return new Date(startOf(day).getTime() + 86_400_000)
}
