import type { AnnotationId, AnyRecord, RecordId } from './document.ts'
import { isAnnotation } from './document.ts'
import { isTheSame } from './records.ts'
import type { Heard, SaveEntry, SaveLedger, ServerState } from './save.ts'
import { isUnderWay, settled, withEntry } from './save.ts'
import { meeting } from './save-conflicts.ts'
import type { LedgerStep, Turn } from './save-step.ts'
import { adopting, inTurn, putting, quietly, showing, underId } from './save-step.ts'

/**
 * Somebody has changed a record, or deleted it if `current` is null. A record that is new here is
 * identified by the id of its content. Echoes of own changes and outdated news change nothing; a
 * record with unsaved edits is merged with them or becomes a conflict; one that is being saved
 * waits for the answer.
 */
export function remoteChanged(
  ledger: SaveLedger,
  serverId: ServerState['serverId'],
  current: ServerState | null,
): LedgerStep {
  const known = idOf(ledger, serverId)
  if (known !== null) return hear(withoutArrival(ledger, serverId), known, { current })
  if (current === null || current.serverId === null) {
    return quietly(withoutArrival(ledger, serverId))
  }
  if (!awaitsCreation(ledger)) return adopting(ledger, current.content.id, current)
  const { arrivals } = withoutArrival(ledger, serverId)
  return quietly({ ...ledger, arrivals: [...arrivals, current] })
}

/**
 * Applies the current states of many records, null for a deleted one, in one step. Like `remoteChanged`
 * for one after the other, but known states cost one look-up each.
 */
export function allChanged(
  ledger: SaveLedger,
  news: ReadonlyMap<ServerState['serverId'], ServerState | null>,
): LedgerStep {
  const entries = new Map(
    Array.from(ledger.entries.values(), (entry) => [entry.server?.serverId, entry] as const),
  )
  const turns: Turn[] = []
  for (const [serverId, current] of news) {
    const entry = entries.get(serverId)
    if (entry !== undefined && current !== null && isKnown(entry, current)) continue
    turns.push((next) => remoteChanged(next, serverId, current))
  }
  return inTurn(quietly(ledger), ...turns)
}

function idOf(ledger: SaveLedger, serverId: ServerState['serverId']): RecordId | null {
  for (const [id, entry] of ledger.entries) if (entry.server?.serverId === serverId) return id
  return null
}

function withoutArrival(ledger: SaveLedger, serverId: ServerState['serverId']): SaveLedger {
  const arrivals = ledger.arrivals.filter((other) => other.serverId !== serverId)
  return arrivals.length === ledger.arrivals.length ? ledger : { ...ledger, arrivals }
}

/** Whether one of our annotations may have received a server id that is not known here yet. */
function awaitsCreation({ entries }: SaveLedger): boolean {
  return [...entries.values()].some((entry) => isUnderWay(entry) && entry.request.kind === 'create')
}

/** Hears what was held back of an annotation that has turned out to be ours. */
export function hearArrival(ledger: SaveLedger, id: AnnotationId, serverId: number): LedgerStep {
  const arrived = ledger.arrivals.find((other) => other.serverId === serverId)
  if (arrived === undefined) return quietly(ledger)
  return hear(withoutArrival(ledger, serverId), id, { current: arrived })
}

/** Adopts the arrivals that were held back, once none of them can be a creation of ours. */
export function admitArrivals(ledger: SaveLedger): LedgerStep {
  if (awaitsCreation(ledger)) return quietly(ledger)
  const turns = ledger.arrivals.map(
    (current): Turn =>
      (next) =>
        remoteChanged(next, current.serverId, current),
  )
  return inTurn(quietly({ ...ledger, arrivals: [] }), ...turns)
}

/**
 * Removes the duplicate of an annotation that was read from the server under another id before the
 * answer was known. News of it and changes to it under that id are kept.
 */
export function mergeTwin(ledger: SaveLedger, id: AnnotationId, serverId: number): LedgerStep {
  const twinId = idOf(withEntry(ledger, id, null), serverId)
  const twin = twinId === null ? undefined : ledger.entries.get(twinId)
  if (twinId === null || twin === undefined) return quietly(ledger)
  return inTurn(
    adopting(ledger, twinId, null),
    (next) => (twin.state === 'saved' ? quietly(next) : takeEdits(next, id, twin.local)),
    (next) => hear(next, id, { current: twin.server }),
  )
}

function takeEdits(ledger: SaveLedger, id: AnnotationId, edits: AnyRecord | null): LedgerStep {
  const entry = ledger.entries.get(id)
  if (entry?.state !== 'saved') return quietly(ledger)
  const local = edits !== null && isAnnotation(edits) ? { ...edits, id } : null
  return showing(putting(ledger, id, settled(entry.server, local)), id, local)
}

/** Applies news of a record that is known here. */
export function hear(ledger: SaveLedger, id: RecordId, { current: heard }: Heard): LedgerStep {
  const entry = ledger.entries.get(id)
  if (entry === undefined) return quietly(ledger)
  const current = heard === null ? null : underId(id, heard)
  if (current !== null && isKnown(entry, current)) return quietly(ledger)
  if (entry.state === 'saved') return adopting(ledger, id, current)
  if (isUnderWay(entry)) return putting(ledger, id, { ...entry, heard: { current } })
  return meeting(ledger, id, entry, current)
}

/** True for old news; readings of the image's record come without a revision, in their order. */
function isKnown(entry: SaveEntry, current: ServerState): boolean {
  if (current.revision !== null) {
    const latest = latestRevision(entry)
    // With its category, an annotation comes back as it was.
    return current.revision < latest || (current.revision === latest && !isToldGone(entry))
  }
  return entry.state === 'saved' && isTheSame(entry.server.content, current.content)
}

/** Whether the last that was heard of a record with unsaved work is that it was deleted. */
function isToldGone(entry: SaveEntry): boolean {
  if (entry.state === 'conflict') return entry.current === null
  return isUnderWay(entry) && entry.heard !== null && entry.heard.current === null
}

/** The newest revision that has been heard of, so that older news are known as such. */
function latestRevision(entry: SaveEntry): number {
  const known = entry.server?.revision ?? 0
  if (entry.state === 'conflict') return Math.max(known, entry.current?.revision ?? 0)
  return isUnderWay(entry) ? Math.max(known, entry.heard?.current?.revision ?? 0) : known
}
