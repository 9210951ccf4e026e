import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { AuditRow } from './queries.ts'

/** One process at a time seals. */
const sealLock = 7_236_014
const batch = 1000
const beginning = { seal_number: 0, hash: Buffer.alloc(32) }

/** What a row says, in a form that is the same whenever it is read. */
function contentOf(row: AuditRow): string {
  const { seal_number: _number, hash: _hash, seal_version: _version, at, ...rest } = row
  return JSON.stringify({ ...rest, at: at.toISOString() })
}

function chain(previous: Buffer, row: AuditRow): Buffer {
  return createHash('sha256').update(previous).update(contentOf(row)).digest()
}

/** The last link before the rows that are kept: zeros, or that of the last row removed by age. */
async function anchorOf(db: Db): Promise<Seal> {
  const anchor = await db
    .selectFrom('audit_anchor')
    .select(['seal_number', 'hash'])
    .executeTakeFirst()
  return anchor ?? beginning
}

/**
 * Chains the rows that have come since the last time, in the order in which they are found: a
 * transaction may commit after one that began later, and its rows are then sealed after those.
 */
export async function sealAudit(db: Db): Promise<void> {
  let sealed = batch
  while (sealed === batch) sealed = await db.transaction().execute(sealBatch)
}

async function sealBatch(trx: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(${sql.lit(sealLock)})`.execute(trx)
  const rows = await trx
    .selectFrom('audit_event')
    .selectAll()
    .where('hash', 'is', null)
    .orderBy('id')
    .limit(batch)
    .execute()
  if (rows.length === 0) return 0
  const newest = await trx
    .selectFrom('audit_event')
    .select(['seal_number', 'hash'])
    .where('seal_number', 'is not', null)
    .orderBy('seal_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  let { seal_number: number, hash } = isSealed(newest) ? newest : await anchorOf(trx)
  const seals = rows.map((row) => {
    number += 1
    hash = chain(hash, row)
    return { id: row.id, number, hash }
  })
  await sql`
    update audit_event set seal_number = seal.number, hash = seal.hash
    from unnest(
      ${seals.map((seal) => seal.id)}::bigint[],
      ${seals.map((seal) => seal.number)}::bigint[],
      ${seals.map((seal) => seal.hash)}::bytea[]
    ) as seal (id, number, hash)
    where audit_event.id = seal.id`.execute(trx)
  return rows.length
}

interface Seal {
  seal_number: number
  hash: Buffer
}

function isSealed(row: Pick<AuditRow, keyof Seal> | undefined): row is Seal {
  return row !== undefined && row.seal_number !== null && row.hash !== null
}

/** Rows that one check goes through: well within the time that a caller waits. */
const stretch = 20_000

interface Checked {
  checked: number
  left: number
  brokenAt: number | null
  /** The last seal that was checked; null at the end of the trail. */
  next: number | null
}

/**
 * Follows the chain for a stretch from the seal that was checked last, 0 for its beginning; stops
 * at the first row that does not fit.
 */
export async function checkSeals(db: Db, after: number): Promise<Checked> {
  let { seal_number: number, hash } = await linkAt(db, after)
  let checked = 0
  const rows = sealedAfter(db, number).selectAll().orderBy('seal_number').limit(stretch)
  for await (const row of rows.stream(batch)) {
    number += 1
    hash = chain(hash, row)
    if (row.seal_number !== number || !row.hash?.equals(hash)) {
      return { checked, left: 0, brokenAt: row.id, next: null }
    }
    checked += 1
  }
  const { left } = await sealedAfter(db, number)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return { checked, left, brokenAt: null, next: left === 0 ? null : number }
}

function sealedAfter(db: Db, seal: number) {
  return db.selectFrom('audit_event').where('seal_number', '>', seal)
}

/** The link with this number, or where the chain begins now if it has been removed by age. */
async function linkAt(db: Db, seal: number): Promise<Seal> {
  const link = await db
    .selectFrom('audit_event')
    .select(['seal_number', 'hash'])
    .where('seal_number', '=', seal)
    .executeTakeFirst()
  return isSealed(link) ? link : anchorOf(db)
}

/** Removes the oldest sealed rows whose time is over; the owner's function decides which these are. */
export async function pruneAudit(db: Db): Promise<void> {
  await sql`select drop_expired_audit(expired_audit())`.execute(db)
}
