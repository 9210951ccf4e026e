import type { TrailFinding } from '#contract/audit'

import type { Db } from '../../platform/database/database.ts'
import { presentOf } from '../../platform/secrets.ts'
import { readHeads, type Head, type Heads } from './heads-file.ts'
import { anchorOf, isSealed, type SealedRow, type TrailProof } from './seal.ts'
import { keylessVersion, type Seal, sealOf, versionOf } from './seal-form.ts'

/** Rows checked by one call: well within the time that a caller waits. */
const stretch = 20_000
const batch = 1000
/** Maximum findings of one part; more add no information. */
const mostFindings = 1000

export interface CheckedStretch {
  /** Number of valid rows. */
  readonly checked: number
  /** Rows of the whole trail still to be checked. */
  readonly left: number
  readonly findings: readonly TrailFinding[]
  /** The last seal checked; null at the end of the trail. */
  readonly next: number | null
}

/**
 * Follows the chain from the last seal checked, 0 for its beginning, and compares it with the file
 * of heads.
 */
export async function checkTrail(proof: TrailProof, after: number): Promise<CheckedStretch> {
  return proof.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) =>
      // Open the file before the first query: its entries are then in the database, which is sealed first.
      readHeads(proof, async (heads) => {
        const keyAt = await keysBySeal(heads, proof.keys)
        const walk = new TrailWalk(keyAt, await heads.at(0))
        if (after === 0) await checkBeginning({ trx, proof, heads, walk })
        const start = await linkAt(trx, after)
        const outside = headsAfter(heads, { seal: after, walk })
        walk.start(start, after === 0)
        let head = await nextHead(outside)
        let seen = 0
        const rows = sealedAfter(trx, start.seal_number).selectAll().orderBy('seal_number')
        for await (const row of rows.limit(stretch).stream(batch)) {
          if (!isSealed(row)) continue
          const skipped: Head[] = []
          while (head !== undefined && head.seal < row.seal_number) {
            skipped.push(head)
            head = await nextHead(outside)
          }
          const same = head?.seal === row.seal_number ? head : undefined
          walk.see(row, { skipped, head: same })
          seen += 1
        }
        const { left } = await sealedAfter(trx, walk.last.seal_number)
          .select((eb) => eb.fn.countAll<number>().as('left'))
          .executeTakeFirstOrThrow()
        const next = left === 0 || seen === 0 ? null : walk.last.seal_number
        if (next === null) {
          for (; head !== undefined; head = await nextHead(outside)) walk.miss(head)
        }
        return { checked: walk.fitting, left, findings: walk.findings(), next }
      }),
    )
}

/** Follows the chain from its beginning to its end. */
export async function checkWholeTrail(
  proof: TrailProof,
): Promise<Pick<CheckedStretch, 'checked' | 'findings'>> {
  const findings: TrailFinding[] = []
  let checked = 0
  for (let after: number | null = 0; after !== null;) {
    const part: CheckedStretch = await checkTrail(proof, after)
    checked += part.checked
    findings.push(...part.findings)
    after = part.next
  }
  return { checked, findings }
}

/** The key of a seal. */
type KeyAt = (seal: number) => Buffer

/**
 * A line of the file of heads begins the time of each key: seals up to the first line of a newer
 * key were made with the older one, and no later ones.
 */
async function keysBySeal(heads: Heads, keys: readonly Buffer[]): Promise<KeyAt> {
  const ends: number[] = []
  for (const index of keys.slice(1).keys()) {
    const first = await heads.firstOf(async (_, line) => ((await heads.keyOf(line)) ?? -1) > index)
    ends.push((await heads.at(first))?.seal ?? Number.POSITIVE_INFINITY)
  }
  return (seal) => keys[ends.filter((end) => end < seal).length] ?? presentOf(keys)
}

/** Walks through the rows and notes discrepancies. */
class TrailWalk {
  last: Seal = { seal_number: 0, hash: Buffer.alloc(0) }
  fitting = 0
  readonly #keyAt: KeyAt
  /** The last seal that may lack a key. */
  readonly #keylessUntil: number
  readonly #found: TrailFinding[] = []
  #isAtBeginning = false

  constructor(keyAt: KeyAt, opening: Head | undefined) {
    this.#keyAt = keyAt
    this.#keylessUntil = opening?.seal ?? Number.POSITIVE_INFINITY
  }

  start(link: Seal, isAtBeginning: boolean): void {
    this.last = link
    this.#isAtBeginning = isAtBeginning
  }

  /** @param outside heads of seals that no row has, and the head of this row's seal */
  see(row: SealedRow, outside: { skipped: readonly Head[]; head: Head | undefined }): void {
    const { seal_number: number } = row
    const gap = { from_seal: this.last.seal_number + 1, to_seal: number - 1 }
    const hasGap = gap.from_seal <= gap.to_seal
    if (hasGap) {
      // Rows that lost their seals are sealed again after all others.
      const wasSealed = outside.skipped.some(
        (head) => head.seal >= gap.from_seal && row.id <= head.entry,
      )
      this.note({ kind: wasSealed ? 'resealed' : this.#removed(), ...gap, entry: row.id })
    }
    const before = outside.skipped.find((head) => head.seal === number - 1)?.hash
    const previous = hasGap ? before : this.last.hash
    const isOther = outside.head !== undefined && !outside.head.hash.equals(row.hash)
    const here = { from_seal: number, to_seal: number, entry: row.id }
    if (isOther || this.#isSealedWithoutKey(row)) this.note({ kind: 'resealed', ...here })
    else if (previous !== undefined && !this.#fits(row, previous)) {
      this.note({ kind: 'changed', ...here })
    } else this.fitting += 1
    this.last = row
    this.#isAtBeginning = false
  }

  /** After the last row: a seal that is in the file of heads but in no row. */
  miss(head: Head): void {
    if (head.seal <= this.last.seal_number) return
    const kind = this.#isAtBeginning ? 'emptied' : 'removed_at_end'
    this.note({ kind, from_seal: this.last.seal_number + 1, to_seal: head.seal, entry: null })
    this.last = { seal_number: head.seal, hash: head.hash }
  }

  note(finding: TrailFinding): void {
    const newest = this.#found.at(-1)
    if (newest?.kind === finding.kind && finding.from_seal <= newest.to_seal + 1) {
      newest.to_seal = finding.to_seal
    } else if (this.#found.length < mostFindings) this.#found.push({ ...finding })
  }

  findings(): readonly TrailFinding[] {
    return this.#found
  }

  #removed(): TrailFinding['kind'] {
    return this.#isAtBeginning ? 'emptied' : 'removed'
  }

  #isSealedWithoutKey(row: SealedRow): boolean {
    return versionOf(row) === keylessVersion && row.seal_number > this.#keylessUntil
  }

  #fits(row: SealedRow, previous: Buffer): boolean {
    const made = sealOf(this.#keyAt(row.seal_number), previous, { row, version: versionOf(row) })
    return made?.equals(row.hash) ?? false
  }
}

interface Beginning {
  readonly trx: Db
  readonly proof: TrailProof
  readonly heads: Heads
  readonly walk: TrailWalk
}

/** Checks that the file of heads exists, and that it records the rows removed by age. */
async function checkBeginning({ trx, proof, heads, walk }: Beginning): Promise<void> {
  const keyed = await trx
    .selectFrom('audit_event')
    .select(['id', 'seal_number'])
    .where('seal_version', 'is not', null)
    .orderBy('seal_number')
    .limit(1)
    .executeTakeFirst()
  const whole = {
    from_seal: keyed?.seal_number ?? 1,
    to_seal: keyed?.seal_number ?? 1,
    entry: null,
  }
  const opening = await heads.at(0)
  const isLost = heads.count === 0 ? keyed !== undefined : opening?.kind === 'reopen'
  if (isLost) walk.note({ kind: 'heads_missing', ...whole })
  if (heads.count === 0) return
  const newest = await heads.keyOf(heads.count - 1)
  if (newest !== undefined && newest < proof.keys.length - 1) {
    walk.note(badLine((await heads.at(heads.count - 1))?.seal ?? 0))
  }
  const anchor = await anchorOf(trx)
  // The file is written before rows are removed, so read it again after the database.
  const dropped = await readHeads(proof, readDropped)
  if (anchor.seal_number > dropped) {
    const gone = { from_seal: dropped + 1, to_seal: anchor.seal_number, entry: null }
    walk.note({ kind: 'emptied', ...gone })
  }
}

async function readDropped(heads: Heads): Promise<number> {
  return (await heads.at(heads.count - 1))?.dropped ?? 0
}

type HeadsOutside = AsyncGenerator<Head, undefined>

async function nextHead(heads: HeadsOutside): Promise<Head | undefined> {
  return (await heads.next()).value
}

/**
 * The heads after a seal. Notes and leaves out lines that were not written by us, or with a key
 * whose time was over.
 */
async function* headsAfter(
  heads: Heads,
  { seal, walk }: { seal: number; walk: TrailWalk },
): HeadsOutside {
  const first = seal === 0 ? 0 : await heads.firstOf((head) => head.seal > seal)
  let newest = (await heads.keyOf(first - 1)) ?? 0
  for (let index = first; index < heads.count; index += 1) {
    const head = await heads.at(index)
    const key = await heads.keyOf(index)
    if (head === undefined || key === undefined || key < newest) {
      walk.note(badLine(walk.last.seal_number))
      continue
    }
    newest = key
    yield head
  }
  return undefined
}

function badLine(seal: number): TrailFinding {
  return { kind: 'heads_changed', from_seal: seal, to_seal: seal, entry: null }
}

function sealedAfter(db: Db, seal: number) {
  return db.selectFrom('audit_event').where('seal_number', '>', seal)
}

/** The link with this number, or the current beginning of the chain if it has been removed by age. */
async function linkAt(db: Db, seal: number): Promise<Seal> {
  const link = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('seal_number', '=', seal)
    .executeTakeFirst()
  return link !== undefined && isSealed(link) ? link : anchorOf(db)
}
