import { type Selectable, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'

import type { exportAuditFhir } from '#contract/audit'

import { inTransaction, type Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Identity } from '../../platform/http/actor.ts'
import type { AuditEntry } from '../../platform/http/mounting.ts'

export type AuditRow = Selectable<Schema['audit_event']>
type AuditFilter = z.output<(typeof exportAuditFhir)['query']>

/**
 * Writes one line of the audit trail, in the transaction of the action that it records; none for a call that
 * is part of an access already recorded.
 */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  if (withinOf(entry) === 0) return insertEvent(db, entry)
  if (await isRecorded(db, entry)) return undefined
  return inTransaction(db, async (transaction) => {
    // Such calls run concurrently: the first takes the lock, the others find its line.
    const access = [entry.actor.username, entry.address, entry.action, entry.type, entry.id].join(
      ' ',
    )
    await sql`select pg_advisory_xact_lock(hashtextextended(${access}, 0))`.execute(transaction)
    if (!(await isRecorded(transaction, entry))) await insertEvent(transaction, entry)
  })
}

const triesTogetherSeconds = 60

/**
 * Number of seconds during which an identical line is sufficient. A refusal is a separate access,
 * except for objects not even looked up: a flood of such tries must not fill the trail.
 */
function withinOf({ outcome, accessSeconds }: AuditEntry): number {
  if (outcome === 429) return triesTogetherSeconds
  return outcome >= 400 && outcome !== 401 ? 0 : accessSeconds
}

async function insertEvent(db: Db, entry: AuditEntry): Promise<void> {
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

async function isRecorded(db: Db, entry: AuditEntry): Promise<boolean> {
  const row = await db
    .selectFrom('audit_event')
    .select('id')
    .where('object_type', '=', entry.type)
    .where('object_id', 'is not distinct from', entry.id ?? null)
    .where('action', '=', entry.action)
    .where('username', '=', entry.actor.username)
    .where('address', '=', entry.address)
    .where('outcome', '=', entry.outcome)
    .where('at', '>', sql<Date>`now() - make_interval(secs => ${withinOf(entry)})`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The trail, filtered. Administrators of a site see the rows of its people and datasets, those of
 * the installation all.
 */
export function auditTrail(db: Db, { siteId }: Identity, filter: AuditFilter) {
  return db
    .selectFrom('audit_event')
    .$if(siteId !== null, (q) =>
      q.where(sql<SqlBool>`(user_id in (select id from app_user where site_id = ${siteId})
        or dataset_id in (select id from dataset where site_id = ${siteId}))`),
    )
    .$if(filter.username !== undefined, (q) =>
      q.where(sql<string>`lower(username)`, 'like', beginningWith(filter.username ?? '')),
    )
    .$if(filter.action !== undefined, (q) => q.where('action', '=', filter.action ?? ''))
    .$if(filter.object_type !== undefined, (q) =>
      q.where('object_type', '=', filter.object_type ?? ''),
    )
    .$if(filter.object_id !== undefined, (q) => q.where('object_id', '=', filter.object_id ?? 0))
    .$if(filter.dataset_id !== undefined, (q) => q.where('dataset_id', '=', filter.dataset_id ?? 0))
    .$if(filter.from !== undefined, (q) => q.where('at', '>=', startOf(filter.from ?? '')))
    .$if(filter.to !== undefined, (q) => q.where('at', '<', endOf(filter.to ?? '')))
    .$if(filter.refused === 'true', (q) => q.where('outcome', '>=', 400))
    .$if(filter.refused === 'false', (q) => q.where('outcome', '<', 400))
}

/** How many entries match, up to a number: a trail of a hundred million is not read to its end. */
export async function countTrail(
  db: Db,
  identity: Identity,
  { most, ...filter }: AuditFilter & { readonly most: number },
): Promise<number> {
  const { count } = await db
    .selectFrom(auditTrail(db, identity, filter).select('id').limit(most).as('entry'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A pattern in which no typed character is a wildcard. */
function beginningWith(text: string): string {
  return `${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}

const dayMs = 86_400_000

function isDay(moment: string): boolean {
  return !moment.includes('T')
}

function startOf(moment: string): Date {
  if (isDay(moment)) return new Date(`${moment}T00:00:00Z`)
  return new Date(moment.endsWith('Z') ? moment : `${moment}Z`)
}

function endOf(moment: string): Date {
  const start = startOf(moment)
  return isDay(moment) ? new Date(start.getTime() + dayMs) : start
}
