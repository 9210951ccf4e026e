import path from 'node:path'

import { sql } from 'kysely'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { presentOf, type Secrets } from '../../platform/secrets.ts'
import { appendHead, readHeads, type Head } from './heads-file.ts'
import type { AuditRow } from './queries.ts'
import { beginning, currentVersion, type Seal, sealOf } from './seal-form.ts'

/** One process at a time seals. */
const sealLock = 7_236_014
const batch = 1000
const dayMs = 86_400_000

/** The means to seal and prove the trail: the database, keys outside it, and the file of heads. */
export interface TrailProof {
  readonly db: Db
  /** The oldest first. The newest seals; a line of the file of heads begins its time. */
  readonly keys: readonly Buffer[]
  /** The file of heads. */
  readonly file: string
  readonly clock: Clock
  readonly retentionDays: number
}

export function proofOf(parts: {
  db: Db
  secrets: Secrets
  dataFolder: string
  clock: Clock
  retentionDays: number
}): TrailProof {
  const { db, clock, retentionDays, secrets, dataFolder } = parts
  const file = path.join(dataFolder, 'audit-heads.log')
  return { db, clock, retentionDays, keys: secrets.keysFor('audit trail'), file }
}

/**
 * Chains the rows added since the last time, in the order in which they are found: a transaction
 * may commit after one that began later, and its rows are then sealed after those. Then writes the
 * newest seal into the file of heads.
 */
export async function sealAudit(proof: TrailProof): Promise<void> {
  let sealed = batch
  while (sealed === batch) sealed = await locked(proof, (trx) => sealBatch(trx, proof))
  await locked(proof, (trx) => writeHead(trx, proof))
}

/**
 * Removes the oldest rows that have expired. The owner's function uses the times in the rows; the file of
 * heads, which records when they were sealed, must agree, and is updated first.
 */
export async function pruneAudit(proof: TrailProof): Promise<void> {
  const { db, clock, retentionDays } = proof
  const seal = await droppable(db, lastOfAll)
  if (seal === null) return
  const before = new Date(clock().getTime() - retentionDays * dayMs)
  await locked(proof, async (trx) => {
    await writeHead(trx, proof)
    const { last, limit } = await readHeads(proof, async (heads) => ({
      last: await heads.at(heads.count - 1),
      limit: (await heads.at(Math.max(0, (await heads.firstOf(({ at }) => at > before)) - 1)))
        ?.seal,
    }))
    if (last === undefined || limit === undefined) return
    const dropped = await droppable(trx, Math.min(seal, limit))
    if (dropped === null) return
    if (dropped > last.dropped) {
      await appendHead(proof, { ...last, kind: 'sealed', at: clock(), dropped })
    }
    await sql`select drop_expired_audit(${dropped})`.execute(trx)
  })
}

/** A seal after any other. */
const lastOfAll = Number.MAX_SAFE_INTEGER

/** The last seal up to this one whose rows can be removed by now; null if there is none. */
async function droppable(db: Db, upTo: number): Promise<number | null> {
  const { rows } = await sql<{ seal: number | null }>`
    select droppable_audit(${upTo}) as seal`.execute(db)
  return rows[0]?.seal ?? null
}

function locked<T>({ db }: TrailProof, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(sealLock)})`.execute(trx)
    return work(trx)
  })
}

async function sealBatch(trx: Db, proof: TrailProof): Promise<number> {
  await openHeads(trx, proof)
  const rows = await trx
    .selectFrom('audit_event')
    .selectAll()
    .where('hash', 'is', null)
    .orderBy('id')
    .limit(batch)
    .execute()
  if (rows.length === 0) return 0
  let { seal_number: number, hash } = await newestSeal(trx, proof)
  const seals = rows.map((row) => {
    number += 1
    hash = sealOf(presentOf(proof.keys), hash, { row, version: currentVersion }) ?? hash
    return { id: row.id, number, hash }
  })
  await sql`
    update audit_event
    set seal_number = seal.number, hash = seal.hash, seal_version = ${currentVersion}
    from unnest(
      ${seals.map((seal) => seal.id)}::bigint[],
      ${seals.map((seal) => seal.number)}::bigint[],
      ${seals.map((seal) => seal.hash)}::bytea[]
    ) as seal (id, number, hash)
    where audit_event.id = seal.id`.execute(trx)
  return rows.length
}

/**
 * The newest seal ever made: if rows were removed from the end of the trail, the file of heads still has it,
 * and the next row leaves a gap that reveals the removal.
 */
async function newestSeal(trx: Db, proof: TrailProof): Promise<Seal> {
  const row = await newestRow(trx)
  const anchor = await anchorOf(trx)
  const head = await readHeads(proof, (heads) => heads.at(heads.count - 1))
  const known: Seal[] = [row ?? anchor, anchor]
  if (head !== undefined) known.push({ seal_number: head.seal, hash: head.hash })
  return known.reduce((a, b) => (b.seal_number > a.seal_number ? b : a))
}

export type SealedRow = AuditRow & Seal

async function newestRow(db: Db): Promise<SealedRow | undefined> {
  const row = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('seal_number', 'is not', null)
    .orderBy('seal_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined && isSealed(row) ? row : undefined
}

export function isSealed(row: AuditRow): row is SealedRow {
  return row.seal_number !== null && row.hash !== null
}

/** The last link before the rows that are kept: zeros, or that of the last row removed by age. */
export async function anchorOf(db: Db): Promise<Seal> {
  const anchor = await db
    .selectFrom('audit_anchor')
    .select(['seal_number', 'hash'])
    .executeTakeFirst()
  return anchor ?? beginning
}

/**
 * Begins the file with the last seal made without a key, which closes the old chain, or the time of
 * a new key with the last seal made with the former one.
 */
async function openHeads(trx: Db, proof: TrailProof): Promise<void> {
  const { count, last, isRenewed } = await readHeads(proof, async (heads) => {
    const key = await heads.keyOf(heads.count - 1)
    const isFormer = key !== undefined && key < proof.keys.length - 1
    return { count: heads.count, last: await heads.at(heads.count - 1), isRenewed: isFormer }
  })
  if (last !== undefined && isRenewed) {
    await appendHead(proof, { ...last, kind: 'sealed', at: proof.clock() })
  }
  if (count > 0) return
  const keyed = await trx
    .selectFrom('audit_event')
    .select('seal_number')
    .where('seal_version', 'is not', null)
    .orderBy('seal_number')
    .limit(1)
    .executeTakeFirst()
  const anchor = await anchorOf(trx)
  const keyless = await trx
    .selectFrom('audit_event')
    .select(['id', 'seal_number', 'hash'])
    .where('seal_version', 'is', null)
    .where('seal_number', 'is not', null)
    .orderBy('seal_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  await appendHead(proof, {
    kind: keyed === undefined ? 'opened' : 'reopen',
    at: proof.clock(),
    seal: keyless?.seal_number ?? anchor.seal_number,
    entry: keyless?.id ?? 0,
    dropped: anchor.seal_number,
    hash: keyless?.hash ?? anchor.hash,
  })
}

async function writeHead(trx: Db, proof: TrailProof): Promise<void> {
  const newest = await newestRow(trx)
  const last = await readHeads(proof, (heads) => heads.at(heads.count - 1))
  if (newest === undefined || newest.seal_number <= (last?.seal ?? 0)) return
  const head: Head = {
    kind: 'sealed',
    at: proof.clock(),
    seal: newest.seal_number,
    entry: newest.id,
    dropped: last?.dropped ?? 0,
    hash: newest.hash,
  }
  await appendHead(proof, head)
}
